// Requests and replies of the board, written from their JSON Schema: do not edit.
// `FLOE_BLESS=1 cargo test --workspace --features full --test types` writes this file.

/** Result of a search, `floe/analyze/1`. All values are seen from the player to move in `position`. */
export type AnalysisReport = {
  /** Tiles that can lie on each space whose tile the angler does not know. */
  beliefs?: SpaceBelief[];
  /** Best move in notation; null if the game is over. */
  best: string | null;
  /** Chance of every side to win, from 0 to 1, by the letter of the side, where a draw is half a win; missing unless words are asked for, where all play together, and where it is not known. */
  chances?: Record<string, number> | null;
  /** Comparison of the best move with the next best, in sentences. Missing unless `lines` has both moves. */
  comparison?: string | null;
  /** Last completed depth in plies, 0 if there is none. Methods that do not search depth by depth, such as tree search and the exact solver, report the number of moves of their first line, or only 1 or 0. */
  depth: number;
  /** Depth, nodes and time in words; missing unless words are asked for. */
  effort?: string | null;
  /** Specification of the engine that searched. */
  engine: string;
  /** Whether `value` is proved. */
  exact: boolean;
  /** Expected result of the side to move, from 0 for a loss to 1 for a win: `win_probability` where that is known, else 0, 0.5 or 1 by the sign of `value`. Missing unless two sides play, and when the game is over. */
  expected_result?: number | null;
  /** Heading of the lines; missing unless words are asked for. */
  heading?: string | null;
  /** Parts of `value_words`, the most important one first, for a narrow headline and what stands below it; missing unless words are asked for. */
  headline?: string[];
  /** Probability of every number of animals left at the end, by the number. */
  left?: Record<string, number>;
  /** Lines of the moves that the engine prefers: the line of the best move first, the others by their values for the player to move. */
  lines: LineReport[];
  /** Probability that the players lose the game, 0 to 1. */
  lost?: number;
  /** First move of every line with its value, in the order of the lines. */
  moves: MoveValue[];
  /** Number of nodes searched, by all threads together. */
  nodes: number;
  /** Position searched, in notation. */
  position: string;
  /** Principal variation: the best move and the play expected after it, in notation; empty if the game is over. */
  pv: string[];
  /** Time that the search took, in seconds. */
  seconds: number;
  /** Moves with the probabilities with which to play them, the most likely first. Moves of less than 0.5 % are left out. */
  strategy?: MoveProbability[];
  /** Moves of the best turn in notation, with the likeliest outcomes of chance. */
  turn?: string[];
  /** Value of the position: between two sides the margin for the side to move, with more the results of all players, and where all play together the animals left. */
  value: JsonValue;
  /** Standard error of the mean number of animals left; 0 if it is proved, null after a single playout. */
  value_error?: number;
  /** The value in words, with the probability of winning where the value is not proved. */
  value_words: string;
  /** Estimated probability that the player to move wins the game, from 0 to 1 with three decimals; a tie that the rules call a draw counts as half a win. */
  win?: number;
  /** Probability of winning after the best move, by the usual error of searches under these rules; missing where the value is proved, the game is over, or that error is not known. */
  win_probability?: JsonWinProbability | null;
  /** The best turn in words. */
  words?: string;
};

/** Limits of a search, which ends at the first one reached. */
export type AnalyzeLimits = {
  /** Depth in plies. */
  depth?: number | null;
  /** Number of nodes. */
  nodes?: number | null;
  /** Time from the start of the search. */
  time?: Seconds | null;
};

/** Arrow for a move, with a short text. */
export type ArrowRequest = {
  /** Whether the move is a bad one, which is drawn thin, and struck out where it ends, with its text there. */
  is_bad?: boolean;
  label?: string;
  /** Move in notation. */
  move: string;
};

/** Element of a page that shows a block. */
export type BlockElement = "table" | "h3" | "p" | "ul" | "pre" | "img";

/** Result of a request of a page. */
export type BoardAnswer = QueryAnswer | PageAnswer;

/** Picture of a position in SVG, `floe/picture/1`. */
export type BoardPicture = {
  svg: string;
};

/** State of a game as a player knows it, or all of it, `floe/board/1`. Of what belongs to a viewer, `moves` alone say what is hidden. */
export type BoardState = {
  /** Notes on what the picture does not show. */
  caption: string[];
  /** First step in which a person composes a legal move; null where none is listed. */
  compose: Step | null;
  has_floe: boolean;
  /** Whether anything is hidden from any player, or will be by the next move. */
  has_secrets: boolean;
  is_over: boolean;
  is_placing: boolean;
  /** Legal moves; none while tiles are hidden and another player than the viewer is to move. */
  legal: LegalMove[];
  /** The other text of each move: its words where `move_words` is null, else the notation. */
  move_titles: string[];
  /** Moves in words; null where the notation of a move names one hex or two, and is plain enough. */
  move_words: (string | null)[];
  /** Moves that have been played, in notation. */
  moves: string[];
  /** Sentences on what each move does beyond itself, to other penguins or for the points; null where it does nothing. */
  news: (string | null)[];
  /** Notes on the position in games of cards. */
  notes: string[];
  /** Moves as the viewer has observed them. */
  observed?: string[] | null;
  /** Outcome of the game in a few words; null while the game lasts. */
  outcome: string | null;
  players: number;
  position: string;
  results: PlayerResult[];
  rules: string;
  /** Number of sides: players, teams, or one of all players together. */
  sides: number;
  /** The picture, if it is asked for. */
  svg?: string | null;
  /** Number of tiles on the floe; 0 in games without one. */
  tiles_left: number;
  /** Letter of the player to move; when the game is over, of the last turn. */
  turn: string;
  /** Player to move and its next step, or the result of the game, in sentences. */
  turn_words: string;
  /** Letters of the players of the moves. */
  turns: string[];
  /** The winner and the results, in a sentence; null while the game lasts. */
  words: string | null;
};

/** Queries that a request `cancel` or `terminate` has ended. */
export type CancelledQueries = {
  /** Names of the queries that were ended. Queries that had ended before are not among them. */
  cancelled: string[];
};

/** Rules, layouts and levels that a page offers, `floe/catalog/1`. */
export type Catalog = {
  /** Names of layouts. */
  layouts: [string, string, string];
  /** Engines of the levels, from the weakest. */
  levels: string[];
  /** Name and build of the program. */
  program: string;
  rules: OfferedRules[];
  /** Settings of the engine: first `engine`, its text, and then options that follow it. */
  settings: EngineSetting[];
  /** Number of threads of a search. */
  threads: number;
};

/** Mistake of a text. */
export type EditMistake = {
  /** Column in characters, from 1. */
  column: number;
  /** Field at this column. */
  field: string | null;
  /** Hex at this column. */
  hex: string | null;
  /** Whether nothing is wrong, but something is still to be laid. */
  is_draft: boolean;
  /** Place, what was expected and what was found. */
  message: string;
};

/** Tool that changes a hex of a floe. */
export type EditTool = {
  /** Card, tile or hex of the tool, as an element in SVG that uses the style and definitions of a picture; null for other tools. */
  icon: string | null;
  /** Key that chooses the tool; null for none. */
  key: string | null;
  /** Number of these cards or tiles that lie nowhere yet; null where they are not counted. */
  left: number | null;
  /** Name of the tool in requests. */
  tool: string;
  words: string;
};

/** Cell of the floe with its token. */
export type EditedCell = {
  /** Columns from here to `end` are the token, in characters from 1. */
  column: number;
  hex: string;
  token: string;
  /** Centre of the hex: in half hexes from the left, and in rows from the top. */
  x: number;
  y: number;
};

/** State of a game with the name of its schema. */
export type EditedState = BoardState & {
  schema: "floe/board/1";
};

/** Text after changes, with its cells, and its state if it is a position, `floe/edit/1`. */
export type EditedText = {
  /** Cells of the floe, or spaces of the net or the lake, which have no place. */
  cells: EditedCell[];
  /** First mistake; null if the text is a position. */
  error: EditMistake | null;
  /** Text of all fields after the rows. */
  fields: string;
  /** Sentence that says how hexes or spaces are laid. */
  guide: string;
  has_floe: boolean;
  /** Notes on what the rules do with the position as it was set up. */
  notes: string[];
  /** Sentence about a card or tile that was not laid, or that replaces another one; null for none. */
  notice: string | null;
  position: string;
  /** Questions about what lies outside the spaces. */
  questions: TableQuestion[];
  /** State of the position. */
  state: EditedState | null;
  /** Tiles or cards compared with those of the game; null where they are not counted. */
  stock: TableStock | null;
  /** Sketch of a text with a mistake, or one that the rules change at once. */
  svg: string | null;
  /** Tools for hexes. */
  tools: EditTool[];
};

/** Value that a setting can have. */
export type EngineOption = {
  /** Meaning of the value for people. */
  title: string;
  value: string;
};

/** Setting of the engine that a page offers. */
export type EngineSetting = {
  /** Value that holds where the setting is left empty, or an example. */
  hint: string;
  /** Whether there is nothing to choose. */
  is_fixed: boolean;
  /** Name for people, with the values that it can have. */
  label: string;
  /** Name of the option in the text of an engine. */
  name: string;
  /** Values to choose from, each with its meaning; others can be written. */
  options: EngineOption[];
};

/** Exercise of a sheet: the position after moves. */
export type ExerciseRequest = {
  /** Moves of the answer; default: best play as it is proved, up to the point where nothing can go wrong any more. */
  answer?: string[] | null;
  /** Level of difficulty from 1 to 5; an exercise without one is never too easy or too hard. */
  level?: number | null;
  moves?: string[];
  /** Remark behind the moves of the answer; default: the result that is proved. */
  note?: string;
  position: string;
  /** Remark above the picture. */
  remark?: string;
  /** Themes of the exercise. */
  themes?: PuzzleTheme[];
  /** Name of the exercise, which stands before the player to move; default: the task of the puzzle. */
  title?: string | null;
};

/** Explanation of a position, `floe/explain/1`. */
export type ExplainedPosition = {
  /** Evaluation of the position; null in games without a floe. */
  explanation: ExplanationReport | null;
  /** Notes on the position in games of cards. */
  notes: string[];
  /** Reasons for the first move of the line, in sentences. */
  reasons: string[];
  /** The players in a table; null in games without a floe, and while penguins are placed. */
  table: PlayersTable | null;
  /** The first move of the line for people; null without one. */
  told: ToldMove | null;
};

/** Features of a position on a floe that people can check by looking: what each player has, and who reaches which tiles first. */
export type ExplanationReport = {
  /** Remarks on what only the rules of a variant bring into the position, in sentences; none in the base game. */
  notes?: string[];
  /** One summary for each player, in turn order from A. */
  players: JsonSummary[];
  /** The position, in notation. */
  position: string;
  /** One sign for each hex in reading order: the letter of the player who reaches its tile first, `=` if several do, `-` if no one can, `.` without a free tile. */
  territory: string;
};

/** End of a game before its last move, `floe/forfeit/1`. */
export type Forfeit = {
  /** Share of the victory of each player, `0-1`; value of the header `Result`. */
  result: string;
  /** Reason in words, with the winner where there is one; value of the header `Termination`. */
  words: string;
};

/** Number of animals that the player to move can free in one turn of the competitive form of Fish 'n' Flip, and a way to do it. */
export type FreeableNumber = {
  /** Letter of the action card to play; `None`, and left out in JSON, if a card has been played already in this turn. */
  card?: string | null;
  /** Number of animals that the turn frees. */
  number: number;
  /** Moves that free them, from the position to the end of the turn, in notation and in order. */
  way: string[];
};

/** Graph of a game, `floe/graph/1`. */
export type GameGraph = {
  /** The graph in SVG; its part of the class `fp-plot` is as wide as all moves. */
  svg: string;
  /** Bad moves by player, and the worst of them. */
  table: PlayTable;
};

/** A game as a page of HTML, which holds all that it shows, `floe/page/1`. */
export type GamePage = {
  html: string;
};

/** A game as a file, `floe/game/1`. */
export type GameText = {
  text: string;
};

/** Move with its proved value. */
export type GradedMove = {
  /** Whether the move keeps the goal of the puzzle. */
  is_right: boolean;
  move: string;
  /** The move in words. */
  move_words: string;
  /** Value in notation; empty where none is proved. */
  value: string;
  /** The end of the game that the value means, in words; empty where none is proved. */
  words: string;
};

/** Action card that a player holds. */
export type HeldCard = {
  /** The card as an element in SVG that uses the style and definitions of a picture. */
  icon: string;
  /** The card in words. */
  words: string;
};

/** Margin or result in the units of the game; a margin is a difference. */
export type JsonPair = {
  /** Number of fish. */
  fish: number;
  /** Number of tiles, which break ties. */
  tiles: number;
} | {
  /** Number of fish, which break ties. */
  fish: number;
  /** Number of penguins. */
  penguins: number;
} | {
  /** Number of points. */
  points: number;
} | {
  /** Number of animals. */
  animals: number;
};

/** Features of one player. Numbers of fish leave out tiles. In survival `has` and `expected` count penguins, and the other numbers count tiles. */
export type JsonSummary = {
  /** Fish that the evaluation expects for the player at the end of the game, in teams for the team, without a search. */
  expected: number;
  /** Fish on free tiles that the player reaches in fewer moves than all others; the fish of `own` are included. */
  first: number;
  /** Fish that the player has taken, with the fish under its penguins. */
  has: number;
  /** Number of hexes to which a penguin can move now, added up over the player's penguins, also if it is not the player's turn. */
  moves: number;
  /** Fish on free tiles that only this player's penguins can ever reach. */
  own: number;
  /** Letter of the player. */
  player: string;
  /** Fish on free tiles that the player reaches as early as another player, and no player earlier. */
  shared: number;
  /** Names of the hexes of the player's penguins that cannot move. */
  stuck: string[];
};

/** Value of a position or a move: between two sides the margin for the side to move, with more the results of all players, and where all play together the animals left. */
export type JsonValue = JsonPair | Record<string, JsonPair>;

/** Probability of winning, from 0 to 1 with three decimals, where a draw is half a win: of the side to move, or with more than two sides of every player. */
export type JsonWinProbability = number | Record<string, number>;

/** Legal move, and the spaces that a person clicks to play it. */
export type LegalMove = {
  move: string;
  /** Names of spaces in the order in which they occur in the move. */
  path: string[];
  /** The move in words. */
  words: string;
};

/** Legal moves of a position, `floe/moves/1`. */
export type LegalMoves = {
  /** The moves in notation, sorted as texts; in games with chance without their outcomes. Empty if the game is over. */
  moves: string[];
  /** The position, in notation. */
  position: string;
};

/** Game whose commented positions are exercises; the main moves after them are the answers, and without any best play as it is proved. */
export type LessonRequest = {
  /** Drawings on the first position: arrows such as `b2-d4`, and hexes such as `e5`. */
  arrows?: string[];
  /** Comments on the first position. */
  comments?: string[];
  nodes: MoveNode[];
  position: string;
  /** Name of the exercises; an empty one calls them by their numbers. */
  title: string;
};

/** Move with its value and its principal variation. */
export type LineReport = {
  /** Whether the value is proved. */
  exact: boolean;
  move: string;
  /** Principal variation: the move and its best continuation. */
  pv: string[];
  /** The value in a few characters: `+3`, `0:+1` where the fish are equal, `A 31, B 28, C 20`. */
  short: string;
  /** The value in a few characters that say whose it is: `A +3`, with more than two sides `C 24` for the player to move; missing unless words are asked for. */
  tag?: string | null;
  /** The moves of `pv` for people; missing unless words are asked for. */
  told?: ToldMove[];
  value: JsonValue;
  /** Number of visits of the move, of a tree search such as mcts or uct; missing for other searches. */
  visits?: number | null;
  /** Probability of winning after the move, for the side to move in the position or for all players; missing where the value is proved, or the usual error of searches under these rules is not known. */
  win_probability?: JsonWinProbability | null;
};

/** Mark of a bad move, by the size of its loss. Losses are in points of the player who moved, which are fish on a floe. */
export type Mark = "inaccuracy" | "mistake" | "blunder";

/** Move in notation with its proved value, or with the bounds proved so far, seen from the player who makes it. */
export type MoveBounds = {
  /** Lower bound of the value, or of the result of each player. */
  at_least?: JsonValue | null;
  /** Upper bound of the value, or of the result of each player. */
  at_most?: JsonValue | null;
  /** Whether the value is proved; otherwise the bounds replace it. */
  exact: boolean;
  move: string;
  /** The proved value in a few characters: `+3`, `0:+1` where the fish are equal, `A 31, B 28, C 20`. */
  short?: string | null;
  /** The proved value in a few characters, as `tag` of a line; missing unless words are asked for. */
  tag?: string | null;
  value?: JsonValue | null;
};

/** Move of a game with variations, and what is noted on it. Empty fields may be missing in JSON. */
export type MoveNode = {
  /** Drawings on the position after the move: moves or arrows such as `b2-d4`, and hexes such as `e5`. */
  arrows?: string[];
  /** Seconds left to the player after the move. */
  clock?: number | null;
  /** Comments on the position after the move. */
  comments?: string[];
  /** Marks such as `!?` and `$1`, separated by blanks. */
  marks?: string;
  /** The move in notation. */
  move: string;
  /** Number of the node that the move follows, counted from 1; 0 for the position before the first move. Of several nodes with one parent the first is the main continuation, the others are variations. */
  parent: number;
  /** Note of a review, from which the judgement of the move is made again without a search. */
  review?: string | null;
  /** Value of the move in notation, for the player who moved. */
  value?: string | null;
};

/** Move with the probability with which to play it in a mixed strategy. */
export type MoveProbability = {
  move: string;
  /** Probability, from 0 to 1 with three decimals. */
  probability: number;
};

/** Move in notation with its value, seen from the player who makes it. */
export type MoveValue = {
  move: string;
  value: JsonValue;
};

/** First position of a new game, `floe/new/1`. */
export type NewGame = {
  position: string;
  seed: number;
};

/** Rules that a page offers. */
export type OfferedRules = {
  /** Heading above the title in a list of all rules; null for none. */
  group: string | null;
  has_chance: boolean;
  has_floe: boolean;
  has_teams: boolean;
  is_cooperative: boolean;
  max_players: number;
  min_players: number;
  /** Name in notation. */
  name: string;
  /** Sentences that a person should know in a first game. */
  tips: string[];
  /** Name for people. */
  title: string;
  usual_players: number;
};

/** Outcome of a choice: a move. */
export type Outcome = {
  move: string;
  /** Probability in words: `12 %`. */
  odds: string;
  /** Probability, from 0 to 1. */
  probability: number;
  /** The outcome of chance, in words. */
  words: string;
};

/** Outcomes of a choice, `floe/outcomes/1`; one alone where nothing is left to chance. */
export type Outcomes = {
  /** Words for an outcome at random. */
  at_random: string;
  outcomes: Outcome[];
  /** Sentence that asks which outcome has come. */
  question: string;
  /** Step in which a person names the outcome part by part: of a card its species, its colour, its side. */
  step: Step | null;
};

/** Result of a request that only a page makes. */
export type PageAnswer = Catalog & {
  schema: "floe/catalog/1";
} | NewGame & {
  schema: "floe/new/1";
} | BoardState & {
  schema: "floe/board/1";
} | Outcomes & {
  schema: "floe/outcomes/1";
} | BoardPicture & {
  schema: "floe/picture/1";
} | ExplainedPosition & {
  schema: "floe/explain/1";
} | RulesPage & {
  schema: "floe/rules/1";
} | EditedText & {
  schema: "floe/edit/1";
} | Puzzles & {
  schema: "floe/puzzles/1";
} | PuzzleDefence & {
  schema: "floe/defence/1";
} | RatedPerson & {
  schema: "floe/rate/1";
} | Sheet & {
  schema: "floe/sheet/1";
} | ReadGames & {
  schema: "floe/games/1";
} | GameText & {
  schema: "floe/game/1";
} | GamePage & {
  schema: "floe/page/1";
} | Forfeit & {
  schema: "floe/forfeit/1";
} | Review & {
  schema: "floe/review/1";
} | RefutedMove & {
  schema: "floe/refutation/1";
} | GameGraph & {
  schema: "floe/graph/1";
} | StepwiseHint & {
  schema: "floe/hint/1";
} | Threat & {
  schema: "floe/threat/1";
} | Refusal & {
  schema: "floe/refusal/1";
} | Waiting & {
  schema: "floe/waiting/1";
};

/** Line that only a page writes, as well as those of query mode. */
export type PageRequest = {
  action: "catalog";
  /** Name of the request. */
  id: string;
} | {
  action: "deal";
  /** Whether to spread the fish evenly (rule 1.3). */
  balanced?: boolean;
  /** Centre of the layout `setup-2`: `water`, `open`, `0` or `m2`. */
  centre?: string | null;
  /** Name of the request. */
  id: string;
  /** Layout; default `standard`. */
  layout?: string | null;
  /** Number of players; default: that of the rules. */
  players?: number | null;
  /** Rules; default: the base game. */
  rules?: string | null;
  /** Seed of the deal, at most 2^53 - 1. */
  seed: number;
} | {
  action: "board";
  /** Whether to play steps without a choice in games of cards: drawing and laying. */
  automatic?: boolean;
  /** Choice to play after the moves. */
  choice?: string | null;
  /** Name of the request. */
  id: string;
  moves?: string[];
  /** Picture to draw of the state; default: none. */
  picture?: PictureMarks | null;
  position: string;
  /** Letter of the player who sees the reply, and who learns from all but its `moves` no more than the rules let that player know. */
  viewer?: string | null;
  /** Number of the world, which decides chance; default 0. */
  world?: number;
} | {
  action: "outcomes";
  /** Choice after the moves. */
  choice: string;
  /** Name of the request. */
  id: string;
  moves?: string[];
  position: string;
  /** Letter of the player who asks, and who learns no more than the rules let that player know. */
  viewer?: string | null;
} | {
  action: "picture";
  /** Legal moves to draw as arrows; others are left out. */
  arrows?: ArrowRequest[];
  /** Arrows and marks that a person has drawn: `b2-d4`, `e5`. */
  drawn?: string[];
  /** Name of the request. */
  id: string;
  /** Whether to swap left and right. */
  mirrored?: boolean;
  moves?: string[];
  /** Parts of a move that is being composed. */
  parts?: StepMarks[];
  position: string;
  /** Whether to draw who reaches a hex first. */
  territory?: boolean;
  /** Letter of a player whose hexes alone are drawn in place of those of all; default: none. */
  territory_of?: string | null;
  /** Colours. */
  theme?: ThemeName;
  /** Whether to turn the board by half a circle. */
  turned?: boolean;
  /** Texts to write on spaces. */
  values?: ValueRequest[];
  /** Letter of the player whose view is drawn. */
  viewer?: string | null;
} | {
  action: "explain";
  /** Name of the request. */
  id: string;
  /** Line from the position, whose first move is explained. */
  line?: string[];
  moves?: string[];
  position: string;
} | {
  action: "rules";
  /** Name of the request. */
  id: string;
  /** Name of the rules; default: the base game. */
  rules?: string | null;
} | {
  action: "edit";
  /** Answers to questions of a reply, by their names; `blank` with the letter of a player begins an empty table, as that player sees it, and with `all` as players see it who share a screen. */
  answers?: Record<string, string>;
  /** New tokens of hexes, by their names. */
  cells?: Record<string, string>;
  /** New text of all fields after the rows. */
  fields?: string | null;
  /** Name of the request. */
  id: string;
  /** Whether to swap left and right in the sketch. */
  mirrored?: boolean;
  /** Tools to use on hexes, by their names. */
  paint?: Record<string, string>;
  /** Text to change, which may have mistakes. */
  position: string;
  /** Rules to give the position, with the keys that they need. */
  rules?: string | null;
  /** Letter of the player who is advised in a real game, and must know what that seat knows; `all` where players share a screen, empty for none. */
  seat?: string;
  /** Seed of an answer that deals at random; default 0. */
  seed?: number;
  /** Colours of the sketch of a text with a mistake. */
  theme?: ThemeName;
  /** Whether to turn the sketch by half a circle. */
  turned?: boolean;
} | {
  action: "puzzles";
  /** Moves of the answer to `position`, which are right where the values of its moves are not proved. */
  answer?: string[];
  /** Number of the day, counted from 1 January 1970 (UTC), which chooses the puzzle of the day; default 0. */
  day?: number;
  /** Name of the request. */
  id: string;
  /** Games whose commented positions are exercises, in place of the text; their moves are left out. */
  lessons?: LessonRequest[];
  /** Position to make a puzzle of, in place of the text: the values of its moves are proved. */
  position?: string | null;
  text?: string;
} | {
  action: "defence";
  /** Moves of an exercise after these, in place of a proof. */
  answer?: string[] | null;
  goal: PuzzleGoal;
  /** Name of the request. */
  id: string;
  /** Whether the last move keeps the goal. */
  is_right: boolean;
  /** Moves of the puzzle so far, the last of them by the player who solves it. */
  moves: string[];
  position: string;
  /** Number of the world, which decides chance; default 0. */
  world?: number;
} | {
  action: "rate";
  /** Number of the day, counted from 1 January 1970 (UTC). */
  day: number;
  /** Name of the request. */
  id: string;
  /** Puzzle that has been tried; default: none. */
  puzzle?: TriedPuzzle | null;
  /** Record of an earlier reply; anything else is a new one. */
  record?: string | null;
} | {
  action: "sheet";
  /** Place of the answers; default `end`. */
  answers?: SheetAnswers;
  /** Maximum number of exercises, at most 120; default: all. */
  count?: number | null;
  /** Minimum difficulty, 1 to 5; default 1. */
  difficulty?: number;
  exercises?: ExerciseRequest[];
  /** Name of the request. */
  id: string;
  /** Games whose commented positions are exercises, too. */
  lessons?: LessonRequest[];
  /** Whether there are lines to write on; default true. */
  lines?: boolean;
  /** Maximum difficulty, 1 to 5; default 5. */
  max_difficulty?: number;
  /** Whether every page has lines for a name and a date; default true. */
  names?: boolean;
  /** Order of the exercises; default `difficulty`, by their levels. */
  order?: SheetOrder;
  /** Seed of a random order; default 0. */
  seed?: number;
  /** Theme that an exercise must have; default: any. */
  theme?: PuzzleTheme | null;
  /** Heading of every page. */
  title: string;
} | {
  action: "read";
  /** Name of the request. */
  id: string;
  text: string;
} | {
  action: "write";
  /** Drawings on the first position: arrows such as `b2-d4`, and hexes such as `e5`. */
  arrows?: string[];
  /** Comments on the whole game. */
  comments?: string[];
  /** Headers, name and value. */
  headers?: [string, string][];
  /** Name of the request. */
  id: string;
  /** Moves of a game without variations. */
  moves?: string[];
  /** Moves of a game with variations. */
  nodes?: MoveNode[];
  position: string;
} | {
  action: "page";
  /** Drawings on the first position: arrows such as `b2-d4`, and hexes such as `e5`. */
  arrows?: string[];
  /** Comments on the whole game. */
  comments?: string[];
  /** Headers, name and value. */
  headers?: [string, string][];
  /** Name of the request. */
  id: string;
  /** Moves of a game without variations. */
  moves?: string[];
  /** Moves of a game with variations. */
  nodes?: MoveNode[];
  position: string;
} | {
  action: "forfeit";
  /** Name of the request. */
  id: string;
  moves?: string[];
  /** Letter of the player who loses. */
  player: string;
  position: string;
  /** Reason why a player loses a game before its last move. */
  reason: "gave-up" | "out-of-time";
} | {
  action: "review";
  /** Engine with limits a position, in place of that of the strength. */
  engine?: string | null;
  /** Name of the request. */
  id: string;
  /** Notes on the moves by an earlier review, null for a move without one: moves with a note by as many nodes are not searched again. */
  known?: (string | null)[];
  moves: string[];
  position: string;
  /** Whether the review ends before the first move that would have to be searched; default false. */
  recall?: boolean;
  /** Effort of the search; default `normal`. The marks are the same on every machine. */
  strength?: ReviewStrength;
} | {
  action: "refute";
  /** Name of the request. */
  id: string;
  /** Move or choice in the position after the moves. */
  move: string;
  moves?: string[];
  position: string;
  /** Effort of the search; default `normal`. */
  strength?: ReviewStrength;
} | {
  action: "graph";
  /** Name of the request. */
  id: string;
  /** Marks of the moves, such as `?`. */
  marks?: string[];
  moves: string[];
  /** Number of moves before the position shown. */
  ply?: number;
  position: string;
  /** Value after each move in notation, for the player who moved; null or missing where there is none. */
  values: (string | null)[];
} | {
  action: "hint";
  /** Name of the request. */
  id: string;
  /** Line whose first move is the best one; without it an engine searches for it. */
  line?: string[];
  moves?: string[];
  position: string;
  /** Effort of the engine; default `normal`. */
  strength?: ReviewStrength;
} | {
  action: "threat";
  /** Engine with limits; default `default:nodes=100000,time=3s`. */
  engine?: string | null;
  /** Name of the request. */
  id: string;
  moves?: string[];
  position: string;
} | {
  action: "refusal";
  /** Names of the spaces chosen before it, in order; none if it is the first one. */
  chosen?: string[];
  /** Name of the request. */
  id: string;
  moves?: string[];
  position: string;
  /** Name of the space. */
  space: string;
  /** Letter of the player who asks, and who learns no more than the rules let that player know. */
  viewer?: string | null;
};

/** Drawing of a position as text, `floe/show/1`. */
export type Picture = {
  /** Drawing of the floe, the cards or the lake, and of the results of all players, in lines of text. */
  picture: string;
  /** The position, in notation. */
  position: string;
};

/** Colours of a picture, and what it shows as well as the position: the last fields of a [`PictureRequest`], in which serde cannot flatten them and still refuse unknown fields. */
export type PictureMarks = {
  /** Legal moves to draw as arrows; others are left out. */
  arrows?: ArrowRequest[];
  /** Arrows and marks that a person has drawn: `b2-d4`, `e5`. */
  drawn?: string[];
  /** Whether to swap left and right. */
  mirrored?: boolean;
  /** Parts of a move that is being composed. */
  parts?: StepMarks[];
  /** Whether to draw who reaches a hex first. */
  territory?: boolean;
  /** Letter of a player whose hexes alone are drawn in place of those of all; default: none. */
  territory_of?: string | null;
  /** Colours. */
  theme?: ThemeName;
  /** Whether to turn the board by half a circle. */
  turned?: boolean;
  /** Texts to write on spaces. */
  values?: ValueRequest[];
};

/** Table of the play of a game, as a page shows it. */
export type PlayTable = {
  /** Titles of the columns after that of the player. */
  columns: string[];
  /** Rows of the table: the letter of a player, and a text for each column. */
  rows: string[][];
  /** The worst moves. */
  worst: WorstLink[];
};

/** Player with its result so far. */
export type PlayerResult = ({
  /** Number of fish. */
  fish: number;
  /** Number of tiles, which break ties. */
  tiles: number;
} | {
  /** Number of fish, which break ties. */
  fish: number;
  /** Number of penguins. */
  penguins: number;
} | {
  /** Number of points. */
  points: number;
} | {
  /** Number of animals. */
  animals: number;
}) & {
  /** Sentence that explains the power of the player or its specials; null where it has none. */
  about: string | null;
  /** Action cards in the hand of the player; none in games without hands. */
  cards: HeldCard[];
  /** Letter of the player. */
  player: string;
  /** Penguins, cards or role. */
  standing: string;
  /** The result in words. */
  text: string;
};

/** Play of one player of a game. All numbers are about the moves for which it had a choice. */
export type PlayerReviewReport = {
  /** Mean accuracy of the moves in percent; null where the probabilities of winning are not known, and without choices. */
  accuracy: number | null;
  /** Number of blunders. */
  blunders: number;
  /** Number of moves for which the player had a choice. */
  choices: number;
  /** Number of inaccuracies. */
  inaccuracies: number;
  /** Mean loss of a move in the first unit that counts. */
  mean_loss: number;
  /** Number of mistakes. */
  mistakes: number;
  /** Letter of the player. */
  player: string;
  /** All of it in a line. */
  words: string;
};

/** Table of what each player has, without what stands next to the players and in the value of the position. */
export type PlayersTable = {
  columns: TableColumn[];
  /** Meaning of the columns, and penguins that cannot move, in sentences. */
  legend: string[];
  rows: TableRow[];
};

/** The program, and the limits of the session. */
export type ProgramVersion = {
  /** Names of all methods by which engines can search. */
  engines: string[];
  /** Size of the table of each query, in MiB, which a query may reduce. */
  hash: number;
  /** Number of queries that run at the same time. */
  parallel: number;
  /** Name and build of the program. */
  program: string;
  /** Number of the version of the protocol. */
  protocol: number;
  /** Names of all rules that can be played. */
  rules: string[];
  /** Number of threads of each query, which a query may reduce. */
  threads: number;
  /** Maximum number of queries that wait for others to end. */
  waiting: number;
};

/** Goal of a proof: `margin`, the exact value, or `wdl`, win, draw or loss. */
export type ProofGoal = "margin" | "wdl";

/** Part of a proof that is done. */
export type ProofProgress = {
  /** Depth in plies of the current search, where a proof goes from depth to depth until all lines end; left out in the base game and in Gone Fishing!, whose proofs do not. */
  depth?: number | null;
  /** Number of moves that are solved, and number of all moves to be solved; 0 and 1 where only the position is solved. In the base game with three or four players all moves are solved. */
  moves: [number, number];
  /** Estimates of the number of nodes that are still to be searched for the position, or for the current move: a lower and an upper one, between which the number lies in three of four proofs. Left out with `share`. */
  nodes_left?: [number, number] | null;
  /** Estimated share of the nodes for the position, or for the current move, that have been searched, from 0 to 1 with three decimals. It is an upper estimate, because more nodes may turn out to be needed. Left out where it is not estimated. */
  share?: number | null;
};

/** Version of the protocol. Clients must ignore fields that they do not know; a change that breaks clients gets a new version. */
export type Protocol = "floe/query/1";

/** Best defence after a move of a puzzle, `floe/defence/1`. */
export type PuzzleDefence = {
  /** Best moves of the others until the player who solves the puzzle is to move again. */
  answers: string[];
  /** Moves after the answers with their proved values, best first; none at the end of the line: when the game is over, every move keeps the goal, or a proof would take too long. */
  moves: GradedMove[];
  /** The result in sentences at the end of the line and after a wrong move; null before. */
  result: string | null;
  /** Task of the player after the answers, in words; null at the end of the line. */
  task: string | null;
  /** The move, the first answer and, at the end of the line or after a wrong move, the result, in sentences. */
  words: string;
};

/** Goal that the moves of a puzzle must keep from the first to the last. */
export type PuzzleGoal = "win" | "draw" | "best";

/** Idea of a move on a floe, taken from the [reasons](MoveReason) for it. */
export type PuzzleTheme = "block" | "split" | "race" | "waiting move" | "count";

/** Graded positions of a text, `floe/puzzles/1`. */
export type Puzzles = {
  /** Index of the puzzle of the day among those with a rating; 0 without any. */
  daily: number;
  /** Names of the levels of difficulty from 1 to 5. */
  levels: [string, string, string, string, string];
  /** Puzzles of the text, the easy ones of each set first. */
  puzzles: ShownPuzzle[];
};

/** Result of a request: the object that the command of the same name prints with `--json`. */
export type QueryAnswer = AnalysisReport & {
  schema: "floe/analyze/1";
} | SolveReport & {
  schema: "floe/solve/1";
} | LegalMoves & {
  schema: "floe/moves/1";
} | Picture & {
  schema: "floe/show/1";
} | CancelledQueries & {
  schema: "floe/cancelled/1";
} | ProgramVersion & {
  schema: "floe/version/1";
};

/** Reason why a request is refused, or why a query has failed. */
export type QueryError = {
  /** Column of the mistake, in characters from 1: of a syntax error in the line, of a wrong position in the text of the position. Missing for other errors. */
  column?: number | null;
  /** Name of the field with the mistake, such as `limits.time`; null if the mistake is in none. */
  field: string | null;
  /** Kind of the error, for programs. */
  kind: QueryErrorKind;
  /** Number of the line of the request in the session, from 1. */
  line: number;
  /** Message for people, which says what was expected and found. */
  message: string;
};

/** Kind of a [`QueryError`]. */
export type QueryErrorKind = "syntax" | "field" | "position" | "move" | "full" | "engine" | "internal";

/** Name of a query, chosen by the client. */
export type QueryId = string;

/** Line that a session writes: a reply to one request. `T` is the type of its result, or of a part of it. */
export type QueryReply = ({
  /** Result so far. */
  result: BoardAnswer;
  status: "running";
} | {
  /** Result of the request. */
  result: BoardAnswer;
  status: "done";
} | {
  /** Result so far; null if the query was still waiting to run. */
  result: BoardAnswer | null;
  status: "cancelled";
} | {
  /** Reason for the refusal or the failure. */
  error: QueryError;
  status: "error";
}) & {
  /** Name of the request; null if it has none, or could not be read. */
  id: string | null;
  schema: Protocol;
};

/** Request that a client writes as a line of JSON. Its variant is the action. */
export type QueryRequest = {
  action?: "analyze";
  /** Engine with options after a colon, without files; default: that of the command line. */
  engine?: string | null;
  /** Table size in MiB; default and maximum: that of the command line. */
  hash?: number | null;
  id: QueryId;
  /** Limits of the search; without any it ends after 5 seconds. */
  limits?: AnalyzeLimits | null;
  /** Number of best moves to report; default 1. */
  lines?: number | null;
  /** Moves to play from the position first. */
  moves?: string[];
  /** Position in the notation of floe. */
  position: string;
  /** Priority among the waiting queries, higher first; default 0. */
  priority?: number;
  /** Time between two partial results; default: no partial results. */
  progress?: Seconds | null;
  /** Number of threads; default and maximum: that of the command line. */
  threads?: number | null;
  /** Whether to say moves and values for people, too; default false. */
  words?: boolean;
} | {
  action: "solve";
  /** Whether to prove the value of every move; default false. */
  all?: boolean;
  /** Table size in MiB; default and maximum: that of the command line. */
  hash?: number | null;
  id: QueryId;
  /** Limits of the proof; without any it runs to its end. */
  limits?: SolveLimits | null;
  /** Moves to play from the position first. */
  moves?: string[];
  /** Goal of the proof; default `margin`. */
  objective?: ProofGoal;
  /** Position in the notation of floe; on a floe of more than 32 tiles with all penguins placed. */
  position: string;
  /** Priority among the waiting queries, higher first; default 0. */
  priority?: number;
  /** Time between two partial results; default: no partial results. */
  progress?: Seconds | null;
  /** Number of threads; default and maximum: that of the command line. */
  threads?: number | null;
  /** Whether to say moves and values for people, too; default false. */
  words?: boolean;
} | {
  action: "moves";
  id: QueryId;
  /** Moves to play from the position first. */
  moves?: string[];
  /** Position in the notation of floe. */
  position: string;
} | {
  action: "show";
  id: QueryId;
  /** Moves to play from the position first. */
  moves?: string[];
  /** Position in the notation of floe. */
  position: string;
} | {
  action: "cancel";
  /** Name of this order; it may be left out. */
  id?: QueryId | null;
  /** Name of the query to end. */
  target: QueryId;
} | {
  action: "terminate";
  id?: QueryId | null;
} | {
  action: "version";
  id?: QueryId | null;
};

/** Group of a question: when a person who sets up a real game is asked. */
export type QuestionGroup = "game" | "table" | "more";

/** Kind of the answer to a question. */
export type QuestionKind = "number" | "one" | "any" | "order";

/** Record of a person, `floe/rate/1`. */
export type RatedPerson = {
  /** Change of the rating by the puzzle, with its sign: `+20`; null if it was not counted. */
  change: string | null;
  /** The record, to be kept and sent with the next request. */
  record: string;
  /** The record in sentences; empty for a new one. */
  words: string;
};

/** Game of a text, or the mistake in place of one. */
export type ReadGame = {
  /** Drawings on the first position. */
  arrows: string[];
  /** Comments on the whole game. */
  comments: string[];
  /** First illegal move, with its line; null if all are legal. */
  error: string | null;
  /** Headers, name and value. */
  headers: [string, string][];
  /** Moves of the main line in notation, up to the first mistake. */
  moves: string[];
  /** Moves of the main line and of all variations in notation, without illegal ones and what follows them. */
  nodes: MoveNode[];
  /** Outcome of the game in words; null while it lasts. */
  outcome: string | null;
  /** Position before the first move. */
  position: string;
} | {
  /** Reason why this is no game, with the line. */
  error: string;
};

/** Games of a text, `floe/games/1`. */
export type ReadGames = {
  games: ReadGame[];
};

/** Reason why a space cannot be chosen, `floe/refusal/1`. */
export type Refusal = {
  /** The reason in a sentence. */
  words: string;
};

/** Refutation of a move, `floe/refutation/1`: reasons why it is not as good as the best one. */
export type RefutedMove = {
  /** Whether the move is as good as the best one, or loses too little for a mark. */
  is_good: boolean;
  /** Judgement of the move. */
  judgement: ReviewedMove;
  /** The move and the best play after it. */
  line: RefutingMove[];
  /** The loss of the move, and the answer that proves it, in sentences. */
  words: string;
};

/** Move of a refutation. */
export type RefutingMove = {
  move: string;
  /** Letter of the player. */
  player: string;
  /** Value after the move in a few characters, with its side. */
  value: string;
  /** Value after the move in words. */
  value_words: string;
  /** The move in words. */
  words: string;
};

/** Annotated moves of a game, `floe/review/1`. */
export type Review = {
  /** Effort of the searches in words: `100,000 nodes a position`; null if the engine of the request says it. */
  effort: string | null;
  moves: ReviewedMove[];
  /** Number of moves before these. */
  number: number;
  /** Summary of all moves; null while the review is under way. */
  summary: ReviewSummaryReport | null;
  /** Table of the summary; null while the review is under way. */
  table: PlayTable | null;
};

/** Strength of a review: its effort for each position. It is a number of nodes on one thread, not a time, so that a game gets the same marks on every machine. */
export type ReviewStrength = "quick" | "normal" | "thorough";

/** Summary of the review of a game: every player's accuracy and losses, and the worst moves. */
export type ReviewSummaryReport = {
  /** The players who have moved, in turn order from A. */
  players: PlayerReviewReport[];
  /** The worst of the moves that have a mark, at most five, the greatest loss first. */
  worst: WorstMove[];
};

/** Annotated move. */
export type ReviewedMove = {
  /** Accuracy of the move in percent, from the probabilities of winning before and after it; null where these are not known. */
  accuracy: number | null;
  /** Value after the move in the first unit that counts: with two sides the margin of the side of A, else the result of the player who moved. */
  advantage: number;
  /** Value of the position after the move. */
  after: ReviewedReport;
  /** Value of the position before the move; if it is not proved, the value after the best move, judged as `after` is. */
  before: ReviewedReport;
  /** Move that the engine prefers in the position before the move, in notation; null if the engine names none. */
  best: string | null;
  /** Value that the best move leads to in a few characters, with its side. */
  best_tag: string;
  /** Value that the best move leads to in notation, for the player who moved. */
  best_value: string;
  /** The best move as people read it, or the whole turn where a turn has several moves; null if none is known. */
  best_words: string | null;
  /** Whether both values are proved. */
  exact: boolean;
  /** Line of the engine that begins with `best`, in notation, up to the first move whose outcome is left to chance. */
  line: string[];
  /** Loss of the move in the first unit that counts; 0 for a move that is at least as good as the best move. */
  loss: number;
  /** Mark of a bad move; null if the move is not bad. */
  mark: Mark | null;
  move: string;
  /** The judgement as the tree of a game keeps it. */
  note: string;
  /** Letter of the player who moved. */
  player: string;
  /** Reasons for `best`, in sentences; none for a move that is not bad. */
  reasons: string[];
  /** Sign of the mark: `?!`, `?` or `??`; empty without one. */
  sign: string;
  /** Difference of the values, `after` less `before`: positive if the player who moved gains, but where all play together positive if more animals are left, which is a loss. */
  swing: JsonPair;
  /** Value after the move in a few characters, with its side. */
  tag: string;
  /** Value after the move in notation, for the player who moved. */
  value: string;
  /** The move, as people read it, and its value in a sentence. */
  words: string;
};

/** Value of a position for one player: the margin of the player's side, the player's result, or the animals left. */
export type ReviewedReport = ({
  /** Number of fish. */
  fish: number;
  /** Number of tiles, which break ties. */
  tiles: number;
} | {
  /** Number of fish, which break ties. */
  fish: number;
  /** Number of penguins. */
  penguins: number;
} | {
  /** Number of points. */
  points: number;
} | {
  /** Number of animals. */
  animals: number;
}) & {
  /** Whether the value is proved. */
  exact: boolean;
};

/** Block of rules, as an element of a page. */
export type RulesBlock = {
  element: BlockElement;
  /** Rows of a table, its heads first, or items of a list, one a row; each cell is a text. */
  rows: TextRun[][][];
  /** Text of the block. */
  runs: TextRun[];
  /** Picture of a floe, which the text describes. */
  svg: string | null;
};

/** Rules of a game in words, with pictures, `floe/rules/1`. */
export type RulesPage = {
  /** Blocks of the rules: the game in short with a picture, then all of them; after those of a variant come those of the game that it changes. */
  blocks: RulesBlock[];
  title: string;
};

/** Duration: a number of seconds, or text such as "500ms", "5s", "2m" or "1h". */
export type Seconds = number | string;

/** Sheet as a document in HTML with everything in it, `floe/sheet/1`. */
export type Sheet = {
  /** Number of exercises on the sheet. */
  count: number;
  html: string;
};

/** Place of the answers on a sheet. */
export type SheetAnswers = "end" | "below" | "none";

/** Order of the exercises on a sheet. */
export type SheetOrder = "difficulty" | "random" | "file";

/** Puzzle as the page shows it. */
export type ShownPuzzle = {
  /** Moves of the answer to an exercise, where they count in place of proved values; of a lesson those of its author. */
  answer: string[];
  /** Difficulty from 1 to 5, if the file names it. */
  difficulty: number | null;
  /** Drawings on the position of an exercise. */
  drawn: string[];
  /** Goal that the moves of the puzzle must keep. */
  goal: PuzzleGoal;
  /** Comments of the file without those of the search for puzzles. */
  lesson: string;
  /** Moves with their values, best first; none of an exercise that has not been opened. */
  moves: GradedMove[];
  /** Remark of the author of an exercise behind its answer; empty for none. */
  note: string;
  players: number;
  position: string;
  /** Elo rating of the puzzle as an opponent, if the file names its difficulty. */
  rating: number | null;
  /** Rules in notation. */
  rules: string;
  /** Name of the rules for people. */
  rules_name: string;
  /** Name of the set that the puzzle belongs to: that of the rules, `Studies` without a difficulty, or `Lesson`. */
  set: string;
  /** The difficulty in five stars; empty without one. */
  stars: string;
  /** Task of the player to move, in words. */
  task: string;
  /** Themes of the best move. */
  themes: PuzzleTheme[];
};

/** Limits of a proof, which ends at the first one reached. */
export type SolveLimits = {
  /** Number of nodes. */
  nodes?: number | null;
  /** Time from the start of the proof. */
  time?: Seconds | null;
};

/** Result of a proof, `floe/solve/1`. All values are seen from the player to move in `position`. */
export type SolveReport = {
  /** Lower bound of the value, or of the result of each player. */
  at_least?: JsonValue | null;
  /** Upper bound of the value, or of the result of each player. */
  at_most?: JsonValue | null;
  /** Best move in notation; null if the game is over or no move is proved. */
  best: string | null;
  /** Part of the proof that is done, and its nodes, in words; missing unless words are asked for. */
  effort?: string | null;
  /** Number of entries of the tree of the day; an estimate if the day is too large to be solved. */
  entries?: number;
  /** Whether the value is proved; otherwise the bounds replace it. */
  exact: boolean;
  /** Half the distance of `points`: the mean over the two players of the points that each would gain by its best response to the other's strategy, if the day is small enough to be solved. */
  exploitability?: number;
  /** Numbers of animals that the player to move can free, in the competitive form of Fish 'n' Flip. */
  freed?: FreeableNumber[];
  /** Moves with their values, best first: all moves on request, else the best one if it is proved. */
  moves: MoveBounds[];
  /** Number of nodes searched, by all threads together. */
  nodes: number;
  /** Least and greatest mean number of points that the angler can have at the end of the day, as far as it is proved. */
  points?: [number, number];
  /** Position to prove, in notation. */
  position: string;
  /** Part of the proof that is done, while it is under way; missing in final results. */
  progress?: ProofProgress | null;
  /** Best play to the end of the game in notation, unless a limit ended the proof first. */
  pv: string[];
  /** Time that the proof took, in seconds. */
  seconds: number;
  /** Turns with the probabilities with which to play them, the most likely first, each as its moves with blanks between. Turns of less than 0.05 % are left out; none if the day is too large to be solved. */
  strategy?: MoveProbability[];
  value?: JsonValue | null;
};

/** Tiles that can lie on one space of the lake, as far as the angler can know. */
export type SpaceBelief = {
  /** Name of the space, such as `a1`. */
  space: string;
  /** Probability of every tile that can lie there, by the letter of the tile. */
  tiles: Record<string, number>;
};

/** Step in which a person goes on with a move. */
export type Step = {
  /** Parts that go on, once each. */
  options: StepOption[];
  /** Sentence that asks for the next part of the move. */
  question: string;
};

/** Marks of a part of a move, as a picture draws them. */
export type StepMarks = {
  /** Spaces from which and to which an arrow points. */
  arrow?: [string, string] | null;
  /** Spaces from which and to which a piece moves, which is shown as a ghost there. */
  ghost?: [string, string] | null;
  /** Spaces whose pieces are struck out. */
  lost?: string[];
  /** Spaces to outline. */
  outlined?: string[];
};

/** Part that goes on with a move: it completes the move, or leads to another step. */
export type StepOption = {
  /** Card or tile that the part is, as an element in SVG that uses the style and definitions of a picture. */
  icon?: string | null;
  /** Number of these cards or tiles that can still appear or be laid. */
  left?: number | null;
  /** Marks that show the part in a picture. */
  marks?: StepMarks | null;
  /** Notation of the move that the part completes. */
  move?: string | null;
  /** The step that the part leads to. */
  next?: Step | null;
  /** Probability of an outcome of chance in words, given the parts before: `12 %`. */
  odds?: string | null;
  /** Names of the spaces to click; options may share spaces, and one without spaces is chosen by its words. */
  spaces?: string[];
  /** The part in words. */
  words: string;
};

/** Hint in three steps, `floe/hint/1`. It reveals no more than the player to move knows. */
export type StepwiseHint = {
  /** The move in notation. */
  move: string;
  /** Names of the spaces where to look, to be marked with the first step. */
  spaces: string[];
  /** The hint in three texts: where to look, the move, and why. */
  steps: [string, string, string];
};

/** Answer to choose. */
export type TableChoice = {
  /** Heading above this choice and its neighbours with the same one; null for none. */
  group: string | null;
  /** Card or tile that the answer is, as an element in SVG that uses the style and definitions of a picture; null for other answers. */
  icon: string | null;
  is_chosen: boolean;
  /** The answer in a request. */
  value: string;
  words: string;
};

/** Column of a table with its meaning. */
export type TableColumn = {
  name: string;
  /** Meaning of the numbers, in a sentence. */
  title: string;
};

/** Question about what lies on a table. */
export type TableQuestion = {
  /** Answers to choose from; none for a number. */
  choices: TableChoice[];
  group: QuestionGroup;
  kind: QuestionKind;
  /** Name of the question in the `answers` of a request. */
  name: string;
  /** Sentences about what is chosen; empty for none. */
  note: string;
  /** Number that answers it now; null for other kinds. */
  number: number | null;
  text: string;
};

/** Numbers of a player, one a column. */
export type TableRow = {
  cells: number[];
  /** Letter of the player. */
  player: string;
};

/** Tiles or cards on a table, compared with those of the game. */
export type TableStock = {
  /** Whether nothing is: on a floe all tiles of the game lie there or are taken, with all their fish. */
  is_complete: boolean;
  /** Fish and tiles that each player would have if it had taken all tiles that are missing, as `fish:tiles`; empty if none is. */
  with_rest: string[];
  /** Sentence about what is still to be set. */
  words: string;
};

/** Part of a text in one style. The text is plain, without any markup. */
export type TextRun = {
  style: TextStyle;
  text: string;
};

/** Style of a part of a text, by the name of its element. */
export type TextStyle = "span" | "b" | "em" | "code";

/** Colours of a picture; `auto` follows the system. */
export type ThemeName = "auto" | "light" | "dark";

/** Best move of the next player if the player to move passed, `floe/threat/1`. */
export type Threat = {
  /** The move as drawings, `b2-d4` or `e5`; empty if there is none. */
  drawn: string[];
  /** The threat in words, or the reason why there is none. */
  words: string;
};

/** Move as people read it: a text to show, and a title with the other form. */
export type ToldMove = {
  /** Text to show: the notation of a placement or a plain slide, `c5` or `c5-d4`, and of all other moves words. */
  text: string;
  /** The other form of the move, for those who ask: words where `text` is notation, and notation where `text` is words. */
  title: string;
};

/** Puzzle that has been tried for the first time. */
export type TriedPuzzle = {
  /** Whether it is the puzzle of the day. */
  is_daily: boolean;
  /** Whether it was solved without a wrong move or a hint. */
  is_solved: boolean;
  /** Rating of the puzzle; null for one without, which is not counted. */
  rating?: number | null;
};

/** Short text on a space. */
export type ValueRequest = {
  is_best?: boolean;
  space: string;
  text: string;
};

/** News that a search waits for others to end, `floe/waiting/1`. */
export type Waiting = Record<string, unknown>;

/** Bad move, to which a click leads. */
export type WorstLink = {
  /** Number of the move, counted from 1. */
  ply: number;
  /** The move with its sign and, if it is known, its loss. */
  words: string;
};

/** One of the worst moves of a game. */
export type WorstMove = {
  /** Loss of the move in the first unit that counts. */
  loss: number;
  /** Mark of the move. */
  mark: Mark | null;
  /** The move in notation. */
  move: string;
  /** Letter of the player. */
  player: string;
  /** Number of the move, counted from 1. */
  ply: number;
};
