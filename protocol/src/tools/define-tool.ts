/** The type of a tool. Every tool of the product is declared once, with {@link defineTool}. */
import * as z from 'zod'
import type { Transfer } from './files/subjects.ts'

/** read: changes nothing · write: can be undone · destructive: cannot, or loses data · execute: runs code or leaves the editor. */
export const Risk = z.enum(['read', 'write', 'destructive', 'execute'])
export type Risk = z.infer<typeof Risk>

/** safe: may run again if its outcome was lost · once: must not. */
export const Replay = z.enum(['safe', 'once'])
export type Replay = z.infer<typeof Replay>

/**
 * worker: the server, at once, from what the run knows · server: the server, over time and outside of the transaction that stores
 * the call · provider: the service that runs the model.
 */
export type Runner = 'editor' | 'relay' | 'worker' | 'server' | 'provider'

/**
 * The part of a call of ours that visitors with a share link see, besides the line that says what was done.
 * `result`: it is about the scene and its prefabs, a picture, a change of files, or Core War, where all is public ·
 * `error`: its errors are sentences of our own, but its results tell something else of the project, or what a program
 * wrote · `line`: neither, because it may be anything.
 */
export type Shared = 'result' | 'error' | 'line'

/** A request and a result as sent: contract fixture, documentation and test in one. */
export interface Example {
	readonly name: string
	readonly args: Readonly<Record<string, unknown>>
	readonly result: unknown
}

/** One of several operations in a call. */
export interface Operation {
	readonly tool: string
	/** The arguments, with `action` if the tool has actions; not checked yet. */
	readonly args: Readonly<Record<string, unknown>>
}

export interface WiderSubject {
	readonly subject: string
	/** Everything that it allows, as a sentence for the person who decides. */
	readonly means: string
}

export interface ActionSpec<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType> {
	/** A few words for the model's tool description. */
	readonly summary: string
	/** More words under which `find_tools` finds it; no model reads them. */
	readonly foundBy?: string
	/** Arguments without the `action` member. Field names are shared by all actions of a tool. */
	readonly input: I
	readonly output: O
	readonly risk: Risk
	readonly replay: Replay
	/** Visitors see less of it than of the tool's other actions. */
	readonly shared?: Shared
	/** Milliseconds until the call fails with `deadline_exceeded`. */
	readonly timeoutMs: number
	/** The outcome comes only after a compile or reload: the run pauses and its objects sleep. */
	readonly pauses?: true
	/** True if a call with these arguments only tells what it would change: it counts as a read. Pure. */
	changesNothing?(args: Readonly<Record<string, unknown>>): boolean
	/**
	 * Project paths that a call with these (parsed) arguments may create, change, move or delete: the
	 * relay keeps their content from before. A folder stands for its whole content. Pure.
	 */
	touches?(args: Readonly<Record<string, unknown>>): readonly string[]
	/**
	 * The subject to which an "always allowed" of this action is narrowed, if the action alone would allow
	 * anything: the path of a menu item. Pure.
	 */
	subject?(args: Readonly<Record<string, unknown>>): string
	/** Runs the project's own scripts, as pressing Play does: they may do anything. */
	readonly runsScripts?: true
	/** Ends what the agent began, and changes nothing else: a write that nobody is asked about in Ask mode. */
	readonly unasked?: true
	/** A person may make it on the page with a button or a field, unless its arguments raise the risk: `isOwnCall`. */
	readonly byHand?: true
	/** A subject that covers this call and others, which a person may choose instead, with what it allows. Pure. */
	wider?(args: Readonly<Record<string, unknown>>): WiderSubject | null
	/** The operations inside this one: exactly these must be allowed. Pure. */
	contains?(args: Readonly<Record<string, unknown>>): readonly Operation[]
	/** The ends of a copy or a move. If a person is asked because of one of them, the permission is for this pair. Pure. */
	transfer?(args: Readonly<Record<string, unknown>>): Transfer
	/** A higher risk than `risk` for some arguments, and its subject ("always allowed" covers only that). Pure. */
	worse?(
		args: Readonly<Record<string, unknown>>,
	): { readonly risk: Risk; readonly subject: string } | null
	/** The part of a result that the model reads, if the page shows more. Pure. */
	brief?(result: unknown): unknown
	/** Effects that a revert does not undo: a sentence for the user. */
	readonly leaves?: string
	/** The editor can say why it would refuse this, before a person is asked about it: `unity_check`. */
	readonly checked?: true
	/** Differs from the tool's `undo`. `sometimes`: a call may as well change files only. */
	readonly undo?: false | 'sometimes'
	readonly examples: readonly Example[]
}

/** The page's sentence for a call: "Measured **Cube**". */
export interface CallLabel {
	/** While it runs, when it is done, and after "Wants to": `['Measuring', 'Measured', 'measure']`. */
	readonly verb: readonly [doing: string, done: string, base: string]
	/**
	 * The text after the verb. `{path}` is the result's member with that name, or the argument: an object
	 * or a file by its name, a vector, a number.
	 * If a value is missing, the sentence ends before the words that lead to it. Of several texts it is the first
	 * that has all of its values, else the last.
	 */
	readonly rest?: string | readonly string[]
}

export interface ToolSpec {
	readonly name: string
	/** Two or three words for people. */
	readonly title: string
	/** Labels by the value of `action`, like `actions`. Without them the page needs its own sentences for the tool. */
	readonly labels?: Readonly<Record<string, CallLabel>>
	/** One line for the model. */
	readonly description: string
	/** The same for a folder that is not a Unity project, where `description` would mislead. */
	readonly inPlainFolder?: string
	readonly runsOn: Runner
	readonly shared: Shared
	/** The part of a result that visitors see, if it holds something else too. Pure. */
	sharedResult?(result: Readonly<Record<string, unknown>>): unknown
	/**
	 * `default`: in every first request · `search`: offered after `find_tools` found it ·
	 * `desk`: a program on the relay's computer asks for it; no model sees it, and no other client may call it ·
	 * `never`: the product calls it itself; no model sees it.
	 */
	readonly offered: 'default' | 'search' | 'desk' | 'never'
	/** A few words for the catalogue in the description of `find_tools`, where the name does not say enough. */
	readonly gist?: string
	/** Its changes to scenes are recorded in the editor's Undo, under the call's `undoGroup`. */
	readonly undo?: true
	/** Actions by the value of `action`; a tool without actions has the single key `run`. */
	readonly actions: Readonly<Record<string, ActionSpec>>
}

export const DEFAULT_TIMEOUT_MS = 30_000

/**
 * One action; keeps the literal types. `timeoutMs` defaults to 30 s, `replay` follows the risk. The risk has no
 * default: a change that was forgotten to be named one would run without a question.
 */
export function action<I extends z.ZodRawShape, O extends z.ZodType>(spec: {
	summary: string
	foundBy?: string
	input: I
	output: O
	risk: Risk
	replay?: Replay
	shared?: Shared
	timeoutMs?: number
	pauses?: true
	changesNothing?: (args: z.infer<z.ZodObject<I, z.core.$strict>>) => boolean
	touches?: (args: z.infer<z.ZodObject<I, z.core.$strict>>) => readonly string[]
	subject?: (args: z.infer<z.ZodObject<I, z.core.$strict>>) => string
	wider?: (args: z.infer<z.ZodObject<I, z.core.$strict>>) => WiderSubject | null
	contains?: (args: z.infer<z.ZodObject<I, z.core.$strict>>) => readonly Operation[]
	transfer?: (args: z.infer<z.ZodObject<I, z.core.$strict>>) => Transfer
	worse?: (args: z.infer<z.ZodObject<I, z.core.$strict>>) => { risk: Risk; subject: string } | null
	brief?: (result: z.infer<O>) => unknown
	leaves?: string
	checked?: true
	runsScripts?: true
	unasked?: true
	byHand?: true
	undo?: false | 'sometimes'
	examples: readonly Example[]
}): ActionSpec<z.ZodObject<I, z.core.$strict>, O> {
	const { risk, changesNothing, touches, subject, wider, contains, transfer, worse, brief } = spec
	return {
		summary: spec.summary,
		...(spec.foundBy === undefined ? {} : { foundBy: spec.foundBy }),
		input: z.strictObject(spec.input),
		output: spec.output,
		risk,
		replay: spec.replay ?? (risk === 'read' ? 'safe' : 'once'),
		...(spec.shared === undefined ? {} : { shared: spec.shared }),
		timeoutMs: spec.timeoutMs ?? DEFAULT_TIMEOUT_MS,
		...(spec.pauses ? { pauses: true as const } : {}),
		...(changesNothing
			? { changesNothing: (args) => changesNothing(args as Parameters<typeof changesNothing>[0]) }
			: {}),
		...(touches ? { touches: (args) => touches(args as Parameters<typeof touches>[0]) } : {}),
		...(subject ? { subject: (args) => subject(args as Parameters<typeof subject>[0]) } : {}),
		...(wider ? { wider: (args) => wider(args as Parameters<typeof wider>[0]) } : {}),
		...(contains ? { contains: (args) => contains(args as Parameters<typeof contains>[0]) } : {}),
		...(transfer ? { transfer: (args) => transfer(args as Parameters<typeof transfer>[0]) } : {}),
		...(worse ? { worse: (args) => worse(args as Parameters<typeof worse>[0]) } : {}),
		...(brief ? { brief: (result) => brief(result as Parameters<typeof brief>[0]) } : {}),
		...(spec.leaves === undefined ? {} : { leaves: spec.leaves }),
		...(spec.checked ? { checked: true as const } : {}),
		...(spec.runsScripts ? { runsScripts: true as const } : {}),
		...(spec.unasked ? { unasked: true as const } : {}),
		...(spec.byHand ? { byHand: true as const } : {}),
		...(spec.undo === undefined ? {} : { undo: spec.undo }),
		examples: spec.examples,
	}
}

export function defineTool<const T extends ToolSpec>(spec: T): T {
	return spec
}

/** Models may call it, and so may MCP clients where it works. */
export const isForModels = ({ offered }: Pick<ToolSpec, 'offered'>): boolean =>
	offered === 'default' || offered === 'search'

/** True for a tool whose arguments carry `action`. */
export const hasActions = ({ actions }: ToolSpec): boolean =>
	!Object.hasOwn(actions, 'run') || Object.keys(actions).length > 1
