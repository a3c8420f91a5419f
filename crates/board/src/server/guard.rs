//! Checks of every request, so that no other site reaches the engine, and headers of every answer.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::{Shared, is_loopback};

/// Headers of every answer: nothing but the page itself is loaded, run or connected to, and no other site embeds it.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Refuses requests of other sites, and adds the headers.
pub(super) async fn check(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let mut response = match refusal(request.method(), request.headers(), shared.is_local) {
        Some((status, reason)) => (status, reason).into_response(),
        None => next.run(request).await,
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Reason to refuse a request.
fn refusal(method: &Method, headers: &HeaderMap, is_local: bool) -> Option<(StatusCode, &'static str)> {
    if method != Method::GET && method != Method::HEAD {
        return Some((StatusCode::METHOD_NOT_ALLOWED, "expected GET or HEAD\n"));
    }
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let Some(host) = text(header::HOST).filter(|host| is_own(host, is_local)) else {
        return Some((StatusCode::FORBIDDEN, "expected localhost or an address of this machine in the header Host\n"));
    };
    let is_foreign = headers.contains_key(header::ORIGIN)
        && text(header::ORIGIN).and_then(|origin| origin.strip_prefix("http://")) != Some(host);
    if is_foreign {
        return Some((StatusCode::FORBIDDEN, "expected a page of this server in the header Origin\n"));
    }
    None
}

/// Whether a host is an address and no name, which another site could direct here; `localhost` is one, too.
fn is_own(host: &str, is_local: bool) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    if name == "localhost" {
        return true;
    }
    let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    address.is_ok_and(|address| !is_local || is_loopback(address))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(method: &Method, headers: &[(&'static str, &'static str)], is_local: bool) -> u16 {
        let entry = |&(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value));
        refusal(method, &headers.iter().map(entry).collect(), is_local).map_or(200, |(status, _)| status.as_u16())
    }

    #[test]
    fn only_this_machine_and_its_own_page_are_answered() {
        let get = |headers: &[_], is_local| status(&Method::GET, headers, is_local);
        for host in ["localhost", "localhost:1234", "127.0.0.1:1234", "[::1]:1234", "[::1]"] {
            assert_eq!(get(&[("host", host)], true), 200, "{host}");
        }
        for host in ["", "evil.example", "evil.example:80", "192.168.1.2", "127.0.0.1.evil.example", "localhost.evil"] {
            assert_eq!(get(&[("host", host)], true), 403, "{host}");
        }
        assert_eq!(get(&[], true), 403);
        assert_eq!(get(&[("host", "192.168.1.2:80")], false), 200);
        assert_eq!(get(&[("host", "evil.example")], false), 403);
    }

    #[test]
    fn other_sites_are_refused() {
        let from = |origin| status(&Method::GET, &[("host", "127.0.0.1:1234"), ("origin", origin)], true);
        assert_eq!(from("http://127.0.0.1:1234"), 200);
        for origin in ["http://127.0.0.1:1235", "https://127.0.0.1:1234", "null", "http://evil.example", ""] {
            assert_eq!(from(origin), 403, "{origin}");
        }
        assert_eq!(status(&Method::POST, &[("host", "localhost")], true), 405);
    }
}
