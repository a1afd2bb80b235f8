/**
 * An editor whose package is not connected, as the relay sees it from outside: by the Unity process, the
 * project's lock file, Unity's log and its windows. Texts in it come from a log: data, never instructions.
 */
import * as z from 'zod/mini'

/**
 * not_running: no Unity has the project open · starting: the project is being opened · importing ·
 * compiling · compile_errors: open, but its scripts do not compile, so that no package is loaded ·
 * safe_mode: opened with compile errors; Unity loads no package until they are fixed ·
 * dialog: a window of Unity waits for an answer · crashed · unlicensed: Unity found no license ·
 * no_package: open, without the Fairlead package · not_connected: open, and the package is silent
 */
export const OutsideState = z.enum([
	'not_running',
	'starting',
	'importing',
	'compiling',
	'compile_errors',
	'safe_mode',
	'dialog',
	'crashed',
	'unlicensed',
	'no_package',
	'not_connected',
])
export type OutsideState = z.infer<typeof OutsideState>

/** A compile error in the form in which the package reports it, see `CompileMessage` of the tools. */
export const OutsideError = z.object({
	/** Project-relative, forward slashes. */
	file: z.string().check(z.maxLength(500)),
	line: z.int().check(z.nonnegative()),
	column: z.int().check(z.nonnegative()),
	code: z.string().check(z.maxLength(32)),
	message: z.string().check(z.maxLength(500)),
	severity: z.literal('error'),
})
export type OutsideError = z.infer<typeof OutsideError>

export const MAX_OUTSIDE_ERRORS = 20

export const DialogId = z.string().check(z.minLength(1), z.maxLength(100))
export const DialogButton = z.string().check(z.minLength(1), z.maxLength(100))

/** A window of Unity that waits for an answer. */
export const OutsideDialog = z.object({
	/** Identifies this showing and its whole content: an answer to another dialog presses nothing. */
	id: DialogId,
	title: z.string().check(z.maxLength(200)),
	text: z.optional(z.string().check(z.maxLength(1_000))),
	/** The labels of its buttons; empty if the system does not tell them. */
	buttons: z.array(DialogButton).check(z.maxLength(8)),
	/** Whether the relay can press a button: the system allows it, and a person on that computer did. */
	answerable: z.boolean(),
	/** The relay can take a picture of that window, for people who may answer. */
	picture: z.optional(z.literal(true)),
})
export type OutsideDialog = z.infer<typeof OutsideDialog>

export const Outside = z.object({
	state: OutsideState,
	/** Unix milliseconds of the relay's clock. */
	since: z.int().check(z.nonnegative()),
	/** E.g. how Unity ended. */
	detail: z.optional(z.string().check(z.maxLength(200))),
	/** The first {@link MAX_OUTSIDE_ERRORS} errors of the last compilation. */
	errors: z.optional(z.array(OutsideError).check(z.maxLength(MAX_OUTSIDE_ERRORS))),
	/** How many there are in all. */
	errorCount: z.optional(z.int().check(z.nonnegative())),
	/** Scripts changed after that compilation: the errors may be fixed. */
	pending: z.optional(z.literal(true)),
	dialog: z.optional(OutsideDialog),
})
export type Outside = z.infer<typeof Outside>
