// Shapes that modules of the page share. Tools read them; no browser loads them.

type App = import("./app.js").App;
type Change = import("./app.js").Change;
type BoardView = import("./parts/board_view.js").BoardView;
type Controls = import("./parts/controls.js").Controls;
type Board = import("./board/board.js").Board;
type Analysis = import("./messages.js").Analysis;
type MoveAnalysis = import("./messages.js").MoveAnalysis;
type ExactScore = import("./messages.js").ExactScore;
type GameInfo = import("./messages.js").GameInfo;
type Legal = import("./messages.js").Legal;
type Played = import("./messages.js").Played;
type State = import("./messages.js").State;
type SetUp = import("./messages.js").SetUp;
type Texts = import("./texts/texts.js").Texts;
type Key = import("./texts/texts.js").Key;
type Page = import("./app.js").Page;
type Room = import("./app.js").Room;
type Opponents = import("./messages.js").Opponents;
type NewGame = import("./messages.js").NewGame;
type Catalogue = import("./messages.js").Catalogue;
type HintAnswer = import("./messages.js").HintAnswer;
type OpenGame = import("./messages.js").OpenGame;
type NetInfo = import("./messages.js").NetInfo;
type RunCurve = import("./messages.js").RunCurve;
type RunDetails = import("./messages.js").RunDetails;
type RunDoctor = import("./messages.js").RunDoctor;
type RunItem = import("./messages.js").RunItem;
type Runs = import("./messages.js").Runs;
/** Values and texts of a choice. */
type Options = [string, string][];
type Inside = import("./messages.js").Inside;
type Simulated = import("./messages.js").Simulated;
type Simulation = import("./messages.js").Simulation;
type LessonNote = import("./messages.js").LessonNote;
type PathNode = import("./messages.js").PathNode;
type MadeNode = import("./messages.js").MadeNode;
type NodeProof = import("./messages.js").NodeProof;
type Choice = import("./messages.js").Choice;
type ChoiceRow = import("./messages.js").ChoiceRow;
type Leaf = import("./messages.js").Leaf;
type Scope = import("./microscope/scope.js").Scope;
type KeptTree = import("./microscope/kept_tree.js").KeptTree;

/** One mark: a circle for an estimate, a square for a proof, a dot where hardly a visit went. */
interface Mark {
  cell: number;
  kind: "estimate" | "few" | "win" | "loss" | "draw";
  /** 4 is the best move, 3 a close one, 2 a lower one */
  heat: number;
  /** Visits as a share of the most visited move */
  share: number;
  text: string;
  /** What a second net says: below the text, or alone in a dashed mark */
  second?: string;
  /** Whether it is the best move of the second net */
  isSecondBest?: boolean;
}

/** What a search thinks of a column. */
interface Opinion {
  text: string;
  proven: boolean;
  heat: number;
  /** Of the most visits */
  share: number;
}

interface ColumnMark {
  column: number;
  /** Such as +3, or null while it is not known */
  exact: string | null;
  /** Of the exact score */
  sign: "win" | "draw" | "loss";
  /** Among the exact scores */
  best: boolean;
  opinions: Opinion[];
  /** Instead of all, such as "full" */
  note: string;
}

/** In units of the board. */
interface Place {
  x: number;
  y: number;
}

/** Where cells lie. */
interface Geometry {
  /** Width of a cell */
  unit: number;
  viewWidth: number;
  viewHeight: number;
  /** Upper left corner of the cells */
  corner: Place;
  /** Centre of a cell; cells count row by row from the first one */
  centre: (cell: number) => Place;
  /** The row and column as people see them, from the top left */
  seen: (cell: number) => { row: number, column: number };
  /** The opposite of `seen` */
  cellAt: (row: number, column: number) => number;
}

/** What stands on the board. */
interface Standing {
  /** The seat on each cell */
  cells: (number | null)[];
  /** Moves that may be played here; empty if it is not this person's turn */
  legal: Legal[];
  toMove: number;
  /** The cell of the last move */
  last: number | null;
  /** Cells of the winning line */
  won: number[];
  /** What a review says about the last move */
  mark?: "?!" | "?" | "??" | null;
  /** The cell of a better one */
  better?: number | null;
}

/** A page of the panel beside the board. */
interface PanelPage {
  element: Element;
  update: (changes: Set<Change>) => void;
  enter: () => void;
  leave?: () => void;
  /** Asks again for what a lost server could not answer */
  retry?: () => void;
}

interface Heard {
  press: (cell: number, pointer: string) => void;
  /** What the pointer or the focus is on */
  point: (cell: number | null) => void;
}

/** A null leaves a gap. */
interface Point {
  x: number;
  y: number | null;
}

interface Drawing {
  /** Range */
  xs: [number, number];
  /** Range */
  ys: [number, number];
  /** Each with a class: curve, s1, s2, s3 */
  lines: { kind: string, points: Point[] }[];
  band?: { x: number, low: number, high: number }[];
  /** Whether the first line is filled towards the middle */
  area?: boolean;
  /** Mistakes, by shape and sign */
  marks?: { x: number, y: number, weight: 1 | 2 | 3, text: string }[];
  /** Squares below: exact results */
  strip?: { x: number, kind: string }[];
  /** The point in view */
  now?: number | null;
  /** Whether lines end in a dot */
  isLastMarked?: boolean;
  /** From the top */
  yLabels: string[];
}

interface Reading {
  /** Of a point */
  text: (x: number) => string;
  /** The text of the point under the pointer; "" when it leaves */
  show: (text: string) => void;
  choose: (x: number) => void;
}

/** What a person has chosen. */
interface Preferences {
  /** Empty: as the browser or the server says */
  language: "en" | "zh" | "";
  theme: "system" | "light" | "dark";
  sound: boolean;
  /** What the marks on the board show */
  heat: "win_rate" | "visits" | "prior";
  /** Candidates in a table */
  lines: number;
  /** The game in view */
  gameId: string;
  /** The beginning of the token of the server that this page last spoke to */
  server: string;
  /** Of the analysis; null: the best one for the game */
  net: string | null;
  /** Beside it; "" is none */
  secondNet: string | null;
  /** Of the search that differ from the usual ones */
  settings: Record<string, number | boolean | string | null>;
  /** Of an analysis; 0: until stopped */
  simulations: number;
  /** For each position of a review */
  reviewSimulations: number;
  /** Of games whose both sides a person plays for a review */
  players: Record<string, import("./messages.js").NewGame["seats"]>;
}

/** What is under the microscope: a lesson, or a position as a link with a net; null is the best one. */
interface Subject {
  lesson?: string;
  link?: string;
  net?: string | null;
}

/** Of a simulation: select, expand, evaluate, back up. */
type Phase = 0 | 1 | 2 | 3;

/** A drawn node of a search tree. */
interface Placed {
  id: number;
  x: number;
  y: number;
  /** Radius */
  r: number;
  depth: number;
  parent: Placed | null;
  /** Nodes below that are not drawn, and where their count stands */
  folded: number;
  foldX: number;
}
