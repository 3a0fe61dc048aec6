// Made from src/tengen/studio/messages.py by scripts/write_studio_types.py.

export interface AddLine {
  game_id: string;
  moves: (string)[];
  node: number;
  request?: number | null;
  type: "add_line";
}

export interface Analyse {
  game_id: string;
  nets?: (string | null)[];
  request?: number | null;
  seconds?: number | null;
  settings?: Record<string, number | boolean | string | null>;
  simulations?: number | null;
  type: "analyse";
}

export interface Analysis {
  certain: Certain | null;
  depth: number;
  end: Text | null;
  evaluator: Text;
  exact: (ExactScore)[];
  game_id: string;
  heat: Heat | null;
  moves: (MoveAnalysis)[];
  moves_left: number | null;
  node: number;
  request: number | null;
  seconds: number;
  side: number;
  simulations: number;
  simulations_per_second: number;
  state: "waiting" | "running" | "finished" | "stopped";
  to_move: number;
  type: "analysis";
  value: number | null;
  visits: number;
  waiting: Text | null;
  wdl: [number, number, number] | null;
  win_rate: number | null;
}

export interface Better {
  line: (Played)[];
  text: Text;
  win_rate: number;
}

export interface Catalogue {
  default: string;
  families: (FamilyInfo)[];
  own: (GameInfo)[];
}

export interface Certain {
  line: (Played)[];
  plies: number;
  text: Text;
  value: "win" | "draw" | "loss";
}

export interface CheckSetUp {
  game: string;
  request?: number | null;
  set_up: SetUp;
  type: "check_set_up";
}

export interface Choice {
  c: number;
  hidden: number;
  rows: (ChoiceRow)[];
  title: Text;
  visits: number;
  why: Text;
}

export interface ChoiceRow {
  action: number;
  m: number;
  move: string;
  moves_left: number | null;
  prior: number;
  proof: "win" | "draw" | "loss" | null;
  q: number;
  score: number;
  u: number;
  visits: number;
}

export interface ChooseSide {
  choice: "black" | "white" | "two_more";
  game_id: string;
  request?: number | null;
  type: "choose_side";
}

export interface ClockChoice {
  increment?: number;
  seconds: number;
}

export interface Clocks {
  increment: number;
  left: [number, number];
  running: number | null;
}

export interface DeleteBranch {
  game_id: string;
  node: number;
  request?: number | null;
  type: "delete_branch";
}

export interface DeleteGame {
  game_id: string;
  request?: number | null;
  type: "delete_game";
}

export interface Deleted {
  game_id: string;
  request: number | null;
  type: "deleted";
}

export interface Done {
  request: number | null;
  type: "done";
}

export interface EngineInfo {
  name: string;
}

export interface EnginePlayer {
  kind: "engine";
  name: string;
  seconds?: number | null;
}

export interface Error {
  code: "invalid" | "refused" | "unknown" | "busy" | "token" | "too_large" | "internal";
  field: string;
  game_id: string | null;
  message: Text;
  request: number | null;
  type: "error";
}

export interface ExactScore {
  cell: number | null;
  is_best: boolean;
  move: string;
  plies: number;
  score: number;
  text: Text;
  value: "win" | "draw" | "loss";
}

export interface FamilyInfo {
  family: string;
  form: string;
  games: (GameInfo)[];
  summary: Text;
  title: Text;
}

export interface GameInfo {
  can_set_up: boolean;
  can_swap2: boolean;
  column_names: (string)[];
  counts_stones: boolean;
  family: string | null;
  first_row_on_top: boolean;
  height: number;
  is_solved: boolean;
  line_length: number | null;
  line_rule: "free-style" | "exact" | null;
  look: "wood" | "frame" | "felt" | "paper" | "plain" | null;
  name: string;
  pass_name: string | null;
  row_names: (string)[];
  seat_names: [Text, Text];
  stones: "intersections" | "squares" | "columns";
  title: Text;
  width: number;
}

export interface Games {
  games: (OpenGame)[];
  request: number | null;
  type: "games";
}

export interface GetLink {
  game_id: string;
  request?: number | null;
  type: "get_link";
}

export interface GoTo {
  game_id: string;
  node: number;
  request?: number | null;
  type: "go_to";
}

export interface Heat {
  cells: (number | null)[];
  moves: (string)[];
  priors: (number)[];
  visits: (number)[];
  win_rates: (number | null)[];
}

export interface Hello {
  request?: number | null;
  token: string;
  type: "hello";
}

export interface Hint {
  game_id: string;
  request?: number | null;
  type: "hint";
}

export interface HintAnswer {
  exact: (ExactScore)[];
  game_id: string;
  moves: (MoveAnalysis)[];
  node: number;
  request: number | null;
  sentences: (Text)[];
  state: "waiting" | "running" | "finished" | "stopped";
  type: "hint";
  waiting: Text | null;
}

export interface HumanPlayer {
  kind: "human";
  name?: string;
  net?: string;
}

export interface ImportBody {
  base64?: string | null;
  file_format?: "sgf" | "psq" | "moves" | null;
  game?: string | null;
  text?: string | null;
}

export interface Imported {
  games: (string)[];
  remarks: (Text)[];
}

export interface Inside {
  about: Text;
  game: GameInfo;
  legend: Text;
  lesson: LessonInfo | null;
  link: string;
  request: number | null;
  simulations: number;
  title: Text;
  type: "inside";
}

export interface Leaf {
  kind: "net" | "playout" | "proven" | "known" | "over";
  moves_left: number | null;
  outputs: (NetOutput)[];
  planes: (Plane)[];
  remark: Text | null;
  text: Text;
  value: number;
  wdl: [number, number, number] | null;
}

export interface LeaveGame {
  game_id: string;
  request?: number | null;
  type: "leave_game";
}

export interface Legal {
  cell: number | null;
  move: string;
}

export interface LessonInfo {
  about: Text;
  name: string;
  title: Text;
}

export interface LessonNote {
  at: number;
  text: Text;
}

export interface Lessons {
  lessons: (LessonInfo)[];
}

export interface LevelInfo {
  beats: Text | null;
  detail: Text;
  elo: number | null;
  error: number | null;
  level: number;
  name: Text;
  scored: Text | null;
}

export interface LevelPlayer {
  kind: "level";
  level: number;
  net?: string | null;
}

export interface Link {
  game_id: string;
  link: string;
  request: number | null;
  type: "link";
}

export interface ListGames {
  request?: number | null;
  type: "list_games";
}

export interface LookFurther {
  request?: number | null;
  simulations: number;
  type: "look_further";
}

export interface LookInside {
  lesson?: string | null;
  link?: string | null;
  net?: string | null;
  request?: number | null;
  simulations?: number | null;
  type: "look_inside";
}

export interface MadeNode {
  action: number;
  id: number;
  move: string;
  parent: number;
  to_move: number;
}

export interface MctsPlayer {
  kind: "mcts" | "tactical";
  seconds?: number | null;
  simulations?: number | null;
}

export interface MoveAnalysis {
  cell: number | null;
  move: string;
  order: number;
  plies: number;
  prior: number;
  proof: "win" | "draw" | "loss" | null;
  proof_text: Text | null;
  pv: (Played)[];
  value: number | null;
  visits: number;
  win_rate: number | null;
}

export interface NetInfo {
  is_default: boolean;
  name: string;
  remark: Text | null;
  title: Text;
}

export interface NetOutput {
  cell: number | null;
  logit: number;
  move: string;
  prior: number;
  share: number;
}

export interface NetPlayer {
  kind: "net";
  net: string;
  seconds?: number | null;
  simulations?: number | null;
}

export interface NewGame {
  clock?: ClockChoice | null;
  first?: number;
  from_game?: string | null;
  from_node?: number | null;
  game: string;
  moves?: string | null;
  opening?: "none" | "swap2";
  request?: number | null;
  seats: [HumanPlayer | LevelPlayer | NetPlayer | MctsPlayer | SimplePlayer | EnginePlayer, HumanPlayer | LevelPlayer | NetPlayer | MctsPlayer | SimplePlayer | EnginePlayer];
  set_up?: SetUp | null;
  speed?: number | null;
  type: "new_game";
}

export interface Node {
  better: Better | null;
  cell: number | null;
  comment: string;
  id: number;
  is_main: boolean;
  loss: number | null;
  mark: "?!" | "?" | "??" | null;
  move: string | null;
  parent: number | null;
  ply: number;
  proof: "win" | "draw" | "loss" | null;
  seat: number | null;
  win_rate: number | null;
}

export interface NodeNumbers {
  moves_left: number | null;
  value: number;
  visits: number;
}

export interface NodeProof {
  at: number;
  node: number;
  value: "win" | "draw" | "loss";
}

export interface NodeShown {
  node: PathNode;
  number: number;
  request: number | null;
  type: "node_shown";
}

export interface OpenGame {
  changed: number;
  game_id: string;
  players: [Text, Text];
  plies: number;
  result: Text | null;
  title: Text;
}

export interface OpenGameRequest {
  game_id: string;
  request?: number | null;
  type: "open_game";
}

export interface OpenLink {
  link: string;
  request?: number | null;
  type: "open_link";
}

export interface Opening {
  choices: ("black" | "white" | "two_more")[];
  phase: "place_three" | "choose" | "place_two" | "choose_colour";
  text: Text;
  who: number;
}

export interface Opponents {
  engines: (EngineInfo)[];
  game: GameInfo;
  has_perfect: boolean;
  levels: (LevelInfo)[];
  nets: (NetInfo)[];
  remark: Text | null;
}

export interface PathNode {
  adds: number;
  after: NodeNumbers;
  before: NodeNumbers | null;
  board_text: string;
  cells: (number | null)[];
  id: number;
  last: number | null;
  moves: (string)[];
  name: Text;
  proof: "win" | "draw" | "loss" | null;
  to_move: number;
  turns: boolean;
}

export interface Pause {
  game_id: string;
  request?: number | null;
  type: "pause";
}

export interface Plane {
  name: Text;
  values: (number)[];
}

export interface Play {
  game_id: string;
  is_trial?: boolean;
  move: string;
  request?: number | null;
  type: "play";
}

export interface Played {
  cell: number | null;
  move: string;
  seat: number;
}

export interface PresetInfo {
  about: Text;
  name: string;
  title: Text;
}

export interface Progress {
  game_id: string;
  node: number;
  request: number | null;
  seat: number;
  simulations: number;
  type: "progress";
}

export interface PromoteBranch {
  game_id: string;
  node: number;
  request?: number | null;
  type: "promote_branch";
}

export interface Redo {
  game_id: string;
  request?: number | null;
  type: "redo";
}

export interface Refusal {
  field: string;
  message: Text;
}

export interface Report {
  node: number;
  seats: (SeatReport)[];
  summary: (Text)[];
}

export interface Resign {
  game_id: string;
  request?: number | null;
  seat?: number | null;
  type: "resign";
}

export interface Result {
  is_early: boolean;
  reason: Text;
  text: Text;
  winner: number | null;
}

export interface Resume {
  game_id: string;
  request?: number | null;
  type: "resume";
}

export interface ResumeRun {
  is_confirmed?: boolean;
  minutes?: number | null;
}

export interface Review {
  game_id: string;
  net?: string | null;
  node?: number | null;
  request?: number | null;
  seconds?: number | null;
  simulations?: number | null;
  type: "review";
}

export interface ReviewAnswer {
  done: number;
  game_id: string;
  moves: (ReviewedMove)[];
  report: (SeatReport)[];
  request: number | null;
  state: "waiting" | "running" | "finished" | "stopped";
  summary: (Text)[];
  total: number;
  type: "review";
  waiting: Text | null;
}

export interface ReviewedMove {
  best: string;
  best_line: (Played)[];
  loss: number;
  mark: "?!" | "?" | "??" | null;
  move: string;
  node: number;
  ply: number;
  seat: number;
  text: Text;
  win_rate: number;
}

export interface RunCurve {
  about: Text;
  highs: (number)[];
  key: string;
  kind: "number" | "percent";
  lows: (number)[];
  notes: (Text)[];
  title: Text;
  xs: (number)[];
  ys: (number | null)[];
}

export interface RunDetails {
  best: string | null;
  curves: (RunCurve)[] | null;
  game: GameInfo | null;
  games: (RunGame)[];
  generation: number;
  line: Text;
  name: string;
  nets: (string)[];
  progress: number | null;
  state: "starting" | "training" | "stopping" | "stopped" | "finished" | "damaged" | "failed";
  trouble: Text | null;
  version: number;
  workers: (Worker)[];
}

export interface RunDoctor {
  findings: (RunFinding)[];
  line: Text;
}

export interface RunFinding {
  advice: Text | null;
  is_problem: boolean;
  text: Text;
  title: Text;
}

export interface RunGame {
  about: Text;
  cells: (number | null)[];
  id: string;
  last: number | null;
  title: Text;
}

export interface RunGameOpened {
  game_id: string;
}

export interface RunItem {
  about: Text;
  line: Text;
  name: string;
  state: "starting" | "training" | "stopping" | "stopped" | "finished" | "damaged" | "failed";
}

export interface RunStarted {
  name: string;
}

export interface RunStopping {
  name: string;
}

export interface Runs {
  folder: string;
  nets: (string)[];
  presets: (PresetInfo)[];
  runs: (RunItem)[];
}

export interface SearchSettings {
  settings: (SettingInfo)[];
}

export interface SeatReport {
  accuracy: number | null;
  blunders: number;
  inaccuracies: number;
  mistakes: number;
  moves: number;
  seat: number;
  text: Text;
}

export interface SeatState {
  detail: Text;
  name: Text;
  player: HumanPlayer | LevelPlayer | NetPlayer | MctsPlayer | SimplePlayer | EnginePlayer;
}

export interface SetComment {
  comment: string;
  game_id: string;
  node: number;
  request?: number | null;
  type: "set_comment";
}

export interface SetSeats {
  game_id: string;
  request?: number | null;
  seats: [HumanPlayer | LevelPlayer | NetPlayer | MctsPlayer | SimplePlayer | EnginePlayer, HumanPlayer | LevelPlayer | NetPlayer | MctsPlayer | SimplePlayer | EnginePlayer];
  type: "set_seats";
}

export interface SetSpeed {
  game_id: string;
  request?: number | null;
  seconds: number;
  type: "set_speed";
}

export interface SetUp {
  cells: (number | null)[];
  to_move: number;
}

export interface SetUpChecked {
  is_possible: boolean;
  problem: Text | null;
  request: number | null;
  type: "set_up_checked";
}

export interface SettingInfo {
  choices: (string)[];
  default: number | boolean | string | null;
  help: Text;
  high: number | null;
  kind: "number" | "whole" | "flag" | "choice";
  low: number | null;
  low_allowed: boolean;
  may_be_none: boolean;
  name: string;
}

export interface ShowNode {
  node: number;
  number: number;
  request?: number | null;
  type: "show_node";
}

export interface ShowSimulation {
  number: number;
  request?: number | null;
  type: "show_simulation";
}

export interface SimplePlayer {
  kind: "random" | "perfect";
}

export interface Simulated {
  end: Text | null;
  first: number;
  leaves: (number)[];
  nodes: (MadeNode)[];
  notes: (LessonNote)[];
  proofs: (NodeProof)[];
  request: number | null;
  state: "waiting" | "running" | "finished" | "stopped";
  type: "simulated";
  waiting: Text | null;
}

export interface Simulation {
  choices: (Choice)[];
  leaf: Leaf;
  nodes: (PathNode)[];
  number: number;
  request: number | null;
  sign: Text;
  type: "simulation";
}

export interface StartRun {
  from_net?: string | null;
  is_confirmed?: boolean;
  minutes?: number | null;
  preset: string;
  settings?: (string)[];
}

export interface State {
  board_text: string;
  can_redo: boolean;
  can_undo: boolean;
  cells: (number | null)[];
  clocks: Clocks | null;
  file_name: string;
  first: number;
  formats: ("sgf" | "psq" | "moves")[];
  game: GameInfo;
  game_id: string;
  is_analysing: boolean;
  is_human_turn: boolean;
  is_paused: boolean;
  is_reviewing: boolean;
  last: Played | null;
  legal: (Legal)[];
  node: number;
  nodes: (Node)[];
  opening: Opening | null;
  opening_end: Text | null;
  ply: number;
  report: Report | null;
  request: number | null;
  result: Result | null;
  revision: number;
  seats: [SeatState, SeatState];
  speed: number;
  status: Text;
  stone_counts: [number, number];
  thinking: Thinking | null;
  to_move: number;
  type: "state";
  winning_cells: (number)[];
}

export interface StopAnalysis {
  game_id: string;
  request?: number | null;
  type: "stop_analysis";
}

export interface StopHint {
  game_id: string;
  request?: number | null;
  type: "stop_hint";
}

export interface StopLooking {
  request?: number | null;
  type: "stop_looking";
}

export interface StopReview {
  game_id: string;
  request?: number | null;
  type: "stop_review";
}

export interface SwapSides {
  game_id: string;
  request?: number | null;
  type: "swap_sides";
}

export interface Text {
  en: string;
  zh: string;
}

export interface Thinking {
  seat: number;
  text: Text;
  waits: boolean;
}

export interface Undo {
  game_id: string;
  request?: number | null;
  type: "undo";
}

export interface Welcome {
  cores: number;
  games: (OpenGame)[];
  request: number | null;
  type: "welcome";
  version: string;
}

export interface Worker {
  about: Text;
  name: Text;
}

export type ClientMessage = Hello | ListGames | NewGame | OpenGameRequest | LeaveGame | DeleteGame | Play | Undo | Redo | GoTo | Resign | SwapSides | SetSeats | ChooseSide | Pause | Resume | SetSpeed | DeleteBranch | PromoteBranch | AddLine | SetComment | Hint | StopHint | Analyse | StopAnalysis | Review | StopReview | CheckSetUp | GetLink | OpenLink | LookInside | LookFurther | StopLooking | ShowSimulation | ShowNode;

export type ServerMessage = Welcome | Games | Done | Deleted | State | Progress | Analysis | HintAnswer | ReviewAnswer | SetUpChecked | Link | Inside | Simulated | Simulation | NodeShown | Error;
