/**
 * Commands of the agent as the page shows them: the output of one that runs, read while it grows, and the list of those
 * that run in the background in one folder. What is asked for them is in `command-requests.ts`.
 */
import * as z from 'zod/mini'

/** Bytes of an output that one read returns at most; if it grew by more, the newest. */
export const LIVE_OUTPUT_BYTES = 64 * 1024
/** Commands that one list has at most: all that can run, and the ended ones whose output is kept. */
export const MAX_LISTED_COMMANDS = 28
/** Characters of a command's line in a list; the rest is cut. */
export const MAX_COMMAND_LINE = 500

/** `ended`: by the tool's action stop, by a person, or with the relay. */
export const CommandState = z.enum(['running', 'exited', 'timed_out', 'too_much_output', 'ended'])
export type CommandState = z.infer<typeof CommandState>

const Standing = {
	/** A `CommandHandle`. */
	handle: z.string().check(z.maxLength(16)),
	state: CommandState,
	/** null while it runs, and if it was ended. */
	exitCode: z.nullable(z.int()),
	/** Written so far. */
	outputBytes: z.int().check(z.nonnegative()),
} as const

/** A part of an output: whole lines without colors, secrets hidden. */
export const CommandOutput = z.object({
	...Standing,
	output: z.string(),
	/** The byte at which it begins. Greater than the one that was asked for: the bytes between did not fit. */
	firstByte: z.int().check(z.nonnegative()),
	/** The byte at which the next part begins. */
	nextByte: z.int().check(z.nonnegative()),
	/** It begins with a line whose beginning was in an earlier part (a progress bar), and has this line whole, as it is now. */
	repeatsLine: z.boolean(),
})
export type CommandOutput = z.infer<typeof CommandOutput>

export const ListedCommand = z.object({
	...Standing,
	/** The program with its arguments, or the line of a shell; secrets hidden. */
	line: z.string().check(z.maxLength(MAX_COMMAND_LINE)),
	/** Unix milliseconds of the relay's clock. */
	startedAt: z.int().check(z.nonnegative()),
})
export type ListedCommand = z.infer<typeof ListedCommand>

/** Running ones first, the newest first among them. */
export const CommandList = z.object({
	commands: z.array(ListedCommand).check(z.maxLength(MAX_LISTED_COMMANDS)),
})
export type CommandList = z.infer<typeof CommandList>

export const CommandStopped = z.object({
	line: z.string().check(z.maxLength(MAX_COMMAND_LINE)),
	/** How it ended: also of one that had ended before, which is left as it is. */
	state: CommandState,
	exitCode: z.nullable(z.int()),
})
export type CommandStopped = z.infer<typeof CommandStopped>
