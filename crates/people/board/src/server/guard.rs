//! Checks of every request, so that no other site reaches the engine, and headers of every answer.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::{Connection, is_loopback};

/// Headers of every answer: nothing but the page itself is loaded, run or connected to, and no
/// other site embeds it.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// Hosts that requests may name.
pub(super) struct Hosts {
    /// Whether the server answers this machine only.
    is_local: bool,
    /// Names in lower case.
    names: Vec<String>,
}

/// Refuses requests of other sites, and adds the headers.
pub(super) async fn check(
    State(connection): State<Arc<Connection>>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match refusal(
        request.method(),
        request.headers(),
        &connection.shared.hosts,
    ) {
        Some((status, reason)) => (status, reason).into_response(),
        None => next.run(request).await,
    };
    for (name, value) in HEADERS {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Whether the bytes are 16 others in Base64 (RFC 6455, section 4.1).
fn is_websocket_key(key: &[u8]) -> bool {
    let is_digit = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    key.strip_suffix(b"==")
        .is_some_and(|digits| digits.len() == 22 && digits.iter().all(is_digit))
}

/// Text of a header; `None` if it is missing or no text.
fn text_of<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Reason to refuse a request, as status and text; `None` if it is accepted.
fn refusal(
    method: &Method,
    headers: &HeaderMap,
    hosts: &Hosts,
) -> Option<(StatusCode, &'static str)> {
    if method != Method::GET && method != Method::HEAD {
        return Some((StatusCode::METHOD_NOT_ALLOWED, "expected GET or HEAD\n"));
    }
    if headers
        .get_all(header::SEC_WEBSOCKET_KEY)
        .iter()
        .any(|key| !is_websocket_key(key.as_bytes()))
    {
        return Some((
            StatusCode::BAD_REQUEST,
            "expected 16 bytes in Base64 in the header Sec-WebSocket-Key\n",
        ));
    }
    let Some(host) = text_of(headers, &header::HOST).filter(|host| hosts.has(host)) else {
        let reason = "expected localhost, an address of this machine, or a name of --allow-host in the header Host\n";
        return Some((StatusCode::FORBIDDEN, reason));
    };
    let is_foreign = headers.contains_key(header::ORIGIN)
        && !text_of(headers, &header::ORIGIN).is_some_and(|origin| hosts.has_page(origin, host));
    if is_foreign {
        return Some((
            StatusCode::FORBIDDEN,
            "expected a page of this server in the header Origin\n",
        ));
    }
    None
}

impl Hosts {
    pub(super) fn new(is_local: bool, names: &[String]) -> Hosts {
        Hosts {
            is_local,
            names: names.iter().map(|name| name.to_ascii_lowercase()).collect(),
        }
    }

    /// Whether a host is a name of this server, or an address and no name, which another site could
    /// direct here; `localhost` is one, too.
    fn has(&self, host: &str) -> bool {
        let name = name_of(host).to_ascii_lowercase();
        if name == "localhost" || self.names.contains(&name) {
            return true;
        }
        let address = name
            .trim_start_matches('[')
            .trim_end_matches(']')
            .parse::<IpAddr>();
        address.is_ok_and(|address| !self.is_local || is_loopback(address))
    }

    /// Whether an origin is a page of this server, which a request has reached at `host`; a proxy
    /// may offer it under its name, by HTTPS, too.
    fn has_page(&self, origin: &str, host: &str) -> bool {
        let Some((scheme, page)) = origin.split_once("://") else {
            return false;
        };
        let is_named = self.names.contains(&name_of(page).to_ascii_lowercase());
        match scheme {
            "http" => is_named || page.eq_ignore_ascii_case(host),
            "https" => is_named,
            _ => false,
        }
    }
}

/// A host without its port.
fn name_of(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(method: &Method, headers: &[(&'static str, &'static str)], is_local: bool) -> u16 {
        status_of(method, headers, &Hosts::new(is_local, &[]))
    }

    fn status_of(method: &Method, headers: &[(&'static str, &'static str)], hosts: &Hosts) -> u16 {
        let entry = |&(name, value)| {
            (
                HeaderName::from_static(name),
                HeaderValue::from_static(value),
            )
        };
        refusal(method, &headers.iter().map(entry).collect(), hosts)
            .map_or(200, |(status, _)| status.as_u16())
    }

    #[test]
    fn only_this_machine_and_its_own_page_are_answered() {
        let get = |headers: &[_], is_local| status(&Method::GET, headers, is_local);
        for host in [
            "localhost",
            "localhost:1234",
            "LocalHost:1234",
            "127.0.0.1:1234",
            "[::1]:1234",
            "[::1]",
        ] {
            assert_eq!(get(&[("host", host)], true), 200, "{host}");
        }
        for host in [
            "",
            "evil.example",
            "evil.example:80",
            "192.168.1.2",
            "127.0.0.1.evil.example",
            "localhost.evil",
        ] {
            assert_eq!(get(&[("host", host)], true), 403, "{host}");
        }
        assert_eq!(get(&[], true), 403);
        assert_eq!(get(&[("host", "192.168.1.2:80")], false), 200);
        assert_eq!(get(&[("host", "evil.example")], false), 403);
    }

    #[test]
    fn other_sites_are_refused() {
        let from = |origin| {
            status(
                &Method::GET,
                &[("host", "127.0.0.1:1234"), ("origin", origin)],
                true,
            )
        };
        assert_eq!(from("http://127.0.0.1:1234"), 200);
        for origin in [
            "http://127.0.0.1:1235",
            "https://127.0.0.1:1234",
            "null",
            "http://evil.example",
            "",
        ] {
            assert_eq!(from(origin), 403, "{origin}");
        }
        assert_eq!(status(&Method::POST, &[("host", "localhost")], true), 405);
    }

    #[test]
    fn allowed_names_are_answered_in_any_case_and_behind_a_proxy() {
        let hosts = Hosts::new(true, &["Board.example".to_owned()]);
        let get = |headers: &[_]| status_of(&Method::GET, headers, &hosts);
        for host in ["board.example", "BOARD.example:80", "127.0.0.1:8035"] {
            assert_eq!(get(&[("host", host)]), 200, "{host}");
            for origin in [
                "https://board.example",
                "https://Board.Example:8443",
                "http://board.example",
            ] {
                assert_eq!(
                    get(&[("host", host), ("origin", origin)]),
                    200,
                    "{host} {origin}"
                );
            }
            for origin in [
                "https://evil.example",
                "http://evil.example",
                "https://localhost",
                "null",
                "file://",
            ] {
                assert_eq!(
                    get(&[("host", host), ("origin", origin)]),
                    403,
                    "{host} {origin}"
                );
            }
        }
        for host in [
            "evil.example",
            "a.board.example",
            "board.example.evil",
            "board.example@evil",
        ] {
            assert_eq!(get(&[("host", host)]), 403, "{host}");
        }
        let same = [
            ("host", "LOCALHOST:1234"),
            ("origin", "http://localhost:1234"),
        ];
        assert_eq!(get(&same), 200);
    }
}
