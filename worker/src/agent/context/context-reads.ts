/**
 * Before each new step of the model, the linked folder is asked for what the model is told by itself, and once in a run
 * D1 for the skills of the person who began it. The answers are not stored: what of them is told is stored with the
 * step, and an instance that starts before that asks again.
 */
import {
	PROJECT_CONTEXT,
	type ProjectContext,
	type SkillLine,
} from '@fairlead/protocol/project-context'
import { CLIENT_CALLS_NAME } from '../model/models.ts'
import type { MachinePorts } from '../run/machine-ports.ts'
import type { Run } from '../run/run-state.ts'
import { cutOf, entriesOf } from './stored-view.ts'
import { newestOf, rootsToldOf, type ToldFrom } from './told.ts'

/** The model waits for it; without an answer it goes on. */
const TIMEOUT_MS = 2_000
/** A relay that did not answer in time is not waited for again so soon. */
const SILENCE_MS = 60_000
const NOTHING: ToldFrom = { project: null, skills: null }

type Ports = Pick<MachinePorts, 'room' | 'skills' | 'store' | 'clock' | 'log'>

export class ContextReads {
	readonly #ports: Ports
	#known: { readonly step: string; readonly from: ToldFrom } | null = null
	#skills: { readonly runId: string; readonly list: readonly SkillLine[] } | null = null
	#abort: (() => void) | null = null
	#silentUntil = 0

	constructor(ports: Ports) {
		this.#ports = ports
	}

	/** True if {@link read} has to be called before this step. MCP clients ask for themselves. */
	isDue(run: Run, seq: number): boolean {
		return run.model !== CLIENT_CALLS_NAME && this.#known?.step !== nameOf(run, seq)
	}

	/** Never rejects. */
	async read(run: Run, seq: number): Promise<void> {
		const aborted = new Promise<null>((resolve) => {
			this.#abort = () => resolve(null)
		})
		const [project, skills] = await Promise.all([
			this.#projectOf(run, aborted),
			this.#skillsOf(run, aborted),
		])
		this.#abort = null
		this.#known = { step: nameOf(run, seq), from: { project, skills } }
	}

	/** Stops waiting. */
	abort(): void {
		this.#abort?.()
	}

	/** What was read before this step. */
	of(run: Run, seq: number): ToldFrom {
		return this.#known?.step === nameOf(run, seq) ? this.#known.from : NOTHING
	}

	async #projectOf(run: Run, aborted: Promise<null>): Promise<ProjectContext | null> {
		const { room, store, clock, log } = this.#ports
		if (clock() < this.#silentUntil) return null
		const onLate = () => {
			this.#silentUntil = clock() + SILENCE_MS
		}
		try {
			const cut = cutOf(store)
			const told = rootsToldOf(newestOf(entriesOf(store, run, cut), cut))
			const asked = room.projectContext(run.editorKey, told.slice(-PROJECT_CONTEXT.rootsTold))
			return await soon(asked, aborted, onLate)
		} catch (error) {
			log({ level: 'warn', event: 'project_context_unknown', error: String(error) })
			return null
		}
	}

	async #skillsOf({ id, author }: Run, aborted: Promise<null>): Promise<ToldFrom['skills']> {
		if (this.#skills?.runId === id) return this.#skills.list
		const { skills, log } = this.#ports
		try {
			const list = await soon(skills.list(author), aborted)
			if (list) this.#skills = { runId: id, list }
			return list
		} catch (error) {
			log({ level: 'warn', event: 'account_skills_unknown', error: String(error) })
			return null
		}
	}
}

/** Null: it took too long, or nobody waits any more. */
async function soon<T>(
	answer: Promise<T>,
	aborted: Promise<null>,
	onLate?: () => void,
): Promise<T | null> {
	let timer: ReturnType<typeof setTimeout> | undefined
	const late = new Promise<null>((resolve) => {
		timer = setTimeout(() => {
			onLate?.()
			resolve(null)
		}, TIMEOUT_MS)
	})
	try {
		return await Promise.race([answer, aborted, late])
	} finally {
		clearTimeout(timer)
	}
}

const nameOf = ({ id }: Run, seq: number): string => `${id}:${seq}`
