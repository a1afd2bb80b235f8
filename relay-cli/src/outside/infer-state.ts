/** The state of an editor, from everything that was seen of it. Pure. */
import {
	MAX_OUTSIDE_ERRORS,
	type Outside,
	type OutsideDialog,
	type OutsideError,
} from '@fairlead/protocol/editors/outside'
import type { LogSession } from './log-session.ts'

/** A crash is news for this long; later, Unity is just closed. */
const CRASH_NEWS_MS = 3_600_000

/** Everything one look has seen. */
export interface Sight {
	/** `Temp/UnityLockfile` is there. */
	readonly locked: boolean
	/** Whether a Unity process has the project open; null: that cannot be told. */
	readonly running: boolean | null
	/** The project's current or last process; null: no log of it is known. */
	readonly session: LogSession | null
	/** Milliseconds since that log's last line; null without a log. */
	readonly silentMs: number | null
	/** Nothing was written for a while: what Unity waits for will not come by itself. */
	readonly quiet: boolean
	/** A window that the system reports. */
	readonly dialog: OutsideDialog | null
	/** Whether the project has the package; null: unknown. */
	readonly hasPackage: boolean | null
	/** Scripts changed since the last compilation began. */
	readonly changed: boolean
}

/** An {@link Outside} whose beginning is not known yet. */
export type Judged = Omit<Outside, 'since'>

/** Unity's question at a start with compile errors; it writes nothing about it. */
const SAFE_MODE_QUESTION = 'Enter Safe Mode?'

export function inferState(sight: Sight): Judged {
	const isOpen = sight.running ?? (sight.locked && sight.session?.ended !== true)
	const judged = isOpen ? openEditor(sight) : closedEditor(sight)
	return { ...judged, ...errorsOf(sight, judged.state) }
}

function closedEditor({ locked, running, session, silentMs }: Sight): Judged {
	const isNews = silentMs !== null && silentMs <= CRASH_NEWS_MS
	if (isNews && session?.unlicensed) return { state: 'unlicensed' }
	if (isNews && session?.crash) return { state: 'crashed', detail: session.crash }
	if (isNews && locked && running === false)
		return { state: 'crashed', detail: 'Unity ended without closing the project' }
	return { state: 'not_running' }
}

function openEditor(sight: Sight): Judged {
	const { session, quiet, dialog, hasPackage } = sight
	if (dialog) return { state: 'dialog', dialog }
	if (session?.crash && quiet)
		return {
			state: 'crashed',
			detail: `${session.crash}; its process is still there`.slice(0, 200),
		}
	if (session?.unlicensed) return { state: 'unlicensed' }
	if (session?.compiling) return { state: 'compiling' }
	const failed = session?.compiled === 'failed'
	// Unity leaves Safe Mode by itself once everything compiles, and imports the rest.
	if (session?.safeMode) return { state: failed ? 'safe_mode' : 'starting' }
	const mayAsk = session && !session.loaded && !session.batch && !session.safeModeLeft
	if (failed && mayAsk)
		return quiet ? { state: 'dialog', dialog: safeModeQuestion(session) } : { state: 'compiling' }
	if (session && failed) return { state: 'compile_errors' }
	if (session?.importing) return { state: 'importing' }
	if (session && !session.loaded) return { state: 'starting' }
	return { state: hasPackage === false ? 'no_package' : 'not_connected' }
}

const safeModeQuestion = (session: LogSession): OutsideDialog => ({
	id: `log.${session.compilations}`,
	title: SAFE_MODE_QUESTION,
	buttons: ['Enter Safe Mode', 'Ignore', 'Quit'],
	answerable: false,
})

function errorsOf(
	{ session, changed }: Sight,
	state: Judged['state'],
): Pick<Judged, 'errors' | 'errorCount' | 'pending'> {
	if (!session || session.errorCount === 0) return {}
	const errors = session.errors
		.slice(0, MAX_OUTSIDE_ERRORS)
		.map((error): OutsideError => ({ ...error, code: error.code.slice(0, 32), severity: 'error' }))
	const waits = state === 'safe_mode' || state === 'compile_errors'
	return { errors, errorCount: session.errorCount, ...(changed && waits ? { pending: true } : {}) }
}
