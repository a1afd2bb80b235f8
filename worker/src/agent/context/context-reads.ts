/**
 * Before each new step of the model, the linked folder is asked for what the model is told by itself, and once in a run
 * D1 for the skills of the person who began it. The answers are not stored: what of them is told is stored with the
 * step, and an instance that starts before that asks again.
 */
import {
	PROJECT_CONTEXT,
	type ProjectContext,
	type SkillLine,
} from '@fairlead/protocol/projects/project-context'
import type { MachinePorts } from '../run/machine-ports.ts'
import type { Run } from '../run/run-state.ts'
import { soon } from '../run/soon.ts'
import { sceneOf, type ToldFrom } from './notices.ts'
import { cutOf } from './stored-view.ts'

/** A relay that did not answer in time is not waited for again so soon. */
const SILENCE_MS = 60_000
const NOTHING: ToldFrom = { project: null, skills: null }

type Ports = Pick<MachinePorts, 'room' | 'skills' | 'store' | 'clock' | 'log'>

export class ContextReads {
	readonly #ports: Ports
	#known: { readonly runId: string; readonly seq: number; readonly from: ToldFrom } | null = null
	/** Scenes whose root objects this run was told, and what of the conversation it saw then. */
	#roots: { readonly view: string; readonly scenes: ReadonlySet<string> } | null = null
	#skills: { readonly runId: string; readonly list: readonly SkillLine[] } | null = null
	#abort: (() => void) | null = null
	#silentUntil = 0

	constructor(ports: Ports) {
		this.#ports = ports
	}

	/** True if {@link read} has to be called before this step. MCP clients ask for themselves. */
	isDue(run: Run, seq: number): boolean {
		return run.source.kind === 'model' && !this.#isOf(run, seq)
	}

	/** Never rejects. */
	async read(run: Run, seq: number): Promise<void> {
		this.#roots = this.#rootsTold(run, seq)
		const aborted = new Promise<null>((resolve) => {
			this.#abort = () => resolve(null)
		})
		const [project, skills] = await Promise.all([
			this.#projectOf(run, aborted),
			this.#skillsOf(run, aborted),
		])
		this.#abort = null
		this.#known = { runId: run.id, seq, from: { project, skills } }
	}

	/** Stops waiting. */
	abort(): void {
		this.#abort?.()
	}

	/** The context that was read before this step. */
	of(run: Run, seq: number): ToldFrom {
		return this.#known && this.#isOf(run, seq) ? this.#known.from : NOTHING
	}

	#isOf({ id }: Run, seq: number): boolean {
		return this.#known?.runId === id && this.#known.seq === seq
	}

	/** A step that has begun is stored with what it was told, and stays in the view until the cut moves. */
	#rootsTold({ id }: Run, seq: number) {
		const { from } = cutOf(this.#ports.store)
		const view = `${id}:${from.seq}:${from.index}`
		if (this.#roots?.view !== view) return { view, scenes: new Set<string>() }
		const before = this.#known?.runId === id && this.#known.seq < seq ? this.#known.from : NOTHING
		const editor = before.project?.editor
		return editor?.roots
			? { view, scenes: new Set([...this.#roots.scenes, sceneOf(editor)]) }
			: this.#roots
	}

	async #projectOf(run: Run, aborted: Promise<null>): Promise<ProjectContext | null> {
		const { room, clock, log } = this.#ports
		if (clock() < this.#silentUntil) return null
		const onLate = () => {
			this.#silentUntil = clock() + SILENCE_MS
		}
		try {
			const told = [...(this.#roots?.scenes ?? [])].slice(-PROJECT_CONTEXT.rootsTold)
			const asked = room.projectContext(run.editorKey, told)
			return await soon(asked, { aborted, onLate })
		} catch (error) {
			log({ level: 'warn', event: 'project_context_unknown', error: String(error) })
			return null
		}
	}

	async #skillsOf({ id, author }: Run, aborted: Promise<null>): Promise<ToldFrom['skills']> {
		if (this.#skills?.runId === id) return this.#skills.list
		const { skills, log } = this.#ports
		try {
			const list = await soon(skills.list(author), { aborted })
			if (list) this.#skills = { runId: id, list }
			return list
		} catch (error) {
			log({ level: 'warn', event: 'account_skills_unknown', error: String(error) })
			return null
		}
	}
}
