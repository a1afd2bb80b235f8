/** A task as a user of Unity would write it, with everything needed to try a model on it. */
import type { ToolName } from '@fairlead/protocol/tools'
import type { Start } from './start.ts'
import type { World } from './world.ts'

export type Args = Readonly<Record<string, unknown>>
/** One tool call as a model makes it. */
export type ToolUse = readonly [tool: ToolName, args: Args]

/** A recorded solution: the model's answers, each with its parallel calls, and its last words. */
export interface Played {
	readonly steps: readonly (readonly ToolUse[])[]
	readonly says: string
}

export interface ModelTask {
	/** The name that `--tasks` takes: unique, in kebab-case. */
	readonly id: string
	/** The text that the user types. The model gets nothing else. */
	readonly prompt: string
	/** The project's content at the start, beside a camera and a light. */
	readonly start: Start
	/** Set if the task needs an editor that runs C#; the simulator only checks that it compiles. */
	readonly runsCSharp?: true
	/** The conversation's mode. Default `auto`. */
	readonly mode?: 'auto' | 'read-only'
	/**
	 * Looks at the scene, the files and the console after the run; at the words only where the prompt is a question.
	 * @throws AssertionError where the task is not solved; anything else is a fault of the check
	 */
	readonly check: (world: World) => Promise<void>
	/** Solves the task on both editors. */
	readonly solution: Played
	/** Looks like a solution, but is wrong: the check must fail. */
	readonly wrong: Played
}

/** Every call of a recording, in order. */
export const usesOf = (played: Played): ToolUse[] => played.steps.flat()
