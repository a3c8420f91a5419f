//! A session of a page: requests in, replies out.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use floe_engine::options::values::LAYOUTS;
use floe_engine::{EngineSpec, GameRules};
use floe_query::{
    QueryError, QueryId, QueryOutcome, QueryReply, QuerySettings, RefusedRequest, isolated,
};

use crate::reply::{BoardAnswer, Catalog, EngineSetting, OfferedRules, PageAnswer};
use crate::request::{BoardRequest, PageRequest};

/// Receives partial replies.
pub(crate) type Listener<'a> = &'a mut (dyn FnMut(String) + Send);

/// Answers the requests of a page, one at a time, on the thread of the caller.
#[derive(Clone, Debug)]
pub struct BoardSession {
    settings: QuerySettings,
}

impl BoardSession {
    /// Creates a session with these settings: threads and table of its searches, their engine and
    /// evaluation, and the name of the program.
    pub fn new(settings: QuerySettings) -> BoardSession {
        BoardSession { settings }
    }

    /// Settings of this session: threads and table of its searches, their engine and evaluation,
    /// and the name of the program.
    pub fn settings(&self) -> &QuerySettings {
        &self.settings
    }

    /// Answers a request, a line of JSON, and returns the final reply, a line of JSON, too.
    /// `listener` receives the partial replies before.
    ///
    /// The work ends soon after `stop` is set; the final reply is `cancelled` then. A panic becomes
    /// an error of the kind `internal`.
    pub fn answer(&self, line: &str, stop: &AtomicBool, listener: Listener<'_>) -> String {
        match BoardRequest::parse(line) {
            Ok(request) => self.answer_request(request, stop, listener),
            Err(refused) => text(&QueryReply::refused(refused)),
        }
    }

    /// Answers a request that has been read, as [`answer`](Self::answer) does.
    pub(crate) fn answer_request(
        &self,
        request: BoardRequest,
        stop: &AtomicBool,
        listener: Listener<'_>,
    ) -> String {
        match request {
            BoardRequest::Query(query) => {
                let mut report = |reply: QueryReply| listener(text(&reply.map(BoardAnswer::from)));
                let reply = floe_query::answer(&self.settings, query, stop, &mut report);
                text(&reply.map(BoardAnswer::from))
            }
            BoardRequest::Page(id, request) => text(&self.answer_page(id, request, stop, listener)),
        }
    }

    fn answer_page(
        &self,
        id: QueryId,
        request: PageRequest,
        stop: &AtomicBool,
        listener: Listener<'_>,
    ) -> QueryReply<BoardAnswer> {
        let mut report = |result| {
            let outcome = QueryOutcome::Running {
                result: BoardAnswer::Page(Box::new(result)),
            };
            listener(text(&QueryReply::new(Some(id.clone()), outcome)));
        };
        let outcome = match isolated(|| self.result(request, stop, &mut report))
            .map(|answer| BoardAnswer::Page(Box::new(answer)))
        {
            Err(error) => {
                return QueryReply::refused(RefusedRequest {
                    id: Some(id),
                    error,
                });
            }
            Ok(result) if stop.load(SeqCst) => QueryOutcome::Cancelled {
                result: Some(result),
            },
            Ok(result) => QueryOutcome::Done { result },
        };
        QueryReply::new(Some(id), outcome)
    }

    /// Result of a request that only a page makes. Partial results go to `report`.
    fn result(
        &self,
        request: PageRequest,
        stop: &AtomicBool,
        report: &mut dyn FnMut(PageAnswer),
    ) -> Result<PageAnswer, QueryError> {
        let evaluation = &self.settings.evaluation;
        Ok(match request {
            PageRequest::Catalog(_) => PageAnswer::Catalog(self.catalog()),
            PageRequest::Deal(request) => PageAnswer::Deal(request.answer()?),
            PageRequest::Board(request) => PageAnswer::Board(Box::new(request.answer(evaluation)?)),
            PageRequest::Outcomes(request) => PageAnswer::Outcomes(request.answer()?),
            PageRequest::Picture(request) => PageAnswer::Picture(request.answer(evaluation)?),
            PageRequest::Explain(request) => PageAnswer::Explain(request.answer(evaluation)?),
            PageRequest::Rules(request) => PageAnswer::Rules(request.answer()?),
            PageRequest::Edit(request) => PageAnswer::Edit(Box::new(request.begin_and_answer()?)),
            PageRequest::Puzzles(request) => PageAnswer::Puzzles(request.answer(stop)?),
            PageRequest::Defence(request) => PageAnswer::Defence(request.answer(evaluation, stop)?),
            PageRequest::Rate(request) => PageAnswer::Rate(request.answer()),
            PageRequest::Sheet(request) => PageAnswer::Sheet(request.answer(stop)?),
            PageRequest::Read(request) => PageAnswer::Read(request.answer(stop)?),
            PageRequest::Write(request) => PageAnswer::Write(request.answer()?),
            PageRequest::Refute(request) => {
                let mut report = |refuted| report(PageAnswer::Refute(Box::new(refuted)));
                PageAnswer::Refute(Box::new(request.answer(
                    &self.settings,
                    stop,
                    &mut report,
                )?))
            }
            PageRequest::Graph(request) => PageAnswer::Graph(request.answer()?),
            PageRequest::Hint(request) => PageAnswer::Hint(request.answer(&self.settings, stop)?),
            PageRequest::Forfeit(request) => PageAnswer::Forfeit(request.answer()?),
            PageRequest::Page(request) => PageAnswer::Page(request.page()?),
            PageRequest::Review(request) => {
                let mut report = |review| report(PageAnswer::Review(review));
                PageAnswer::Review(request.answer(&self.settings, stop, &mut report)?)
            }
            PageRequest::Threat(request) => {
                PageAnswer::Threat(request.answer(&self.settings, stop)?)
            }
            PageRequest::Refusal(request) => PageAnswer::Refusal(request.answer()?),
        })
    }

    /// Lists what a page offers: rules, layouts, engines, levels.
    fn catalog(&self) -> Catalog {
        Catalog {
            program: self.settings.program.clone(),
            threads: self.settings.threads,
            settings: EngineSetting::all(&self.settings),
            rules: GameRules::all().map(OfferedRules::from).collect(),
            layouts: LAYOUTS,
            levels: (1..=EngineSpec::LEVELS)
                .map(|level| EngineSpec::of_level(level).to_string())
                .collect(),
        }
    }
}

/// Writes a reply as a line of JSON of at most 16 MiB, without its end.
pub(crate) fn text(reply: &QueryReply<BoardAnswer>) -> String {
    reply.line()
}
