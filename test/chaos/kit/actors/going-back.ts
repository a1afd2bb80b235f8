/** The user reverts a run: unchanged, after own changes, by force, and restores it. */

import type { RevertChoice, RevertItem, RevertPart } from '@fairlead/protocol/conversations/revert'
import type { BeginOutcome, PreviewOutcome } from '../../../../worker/src/ports/conversation.ts'
import type { Ledger } from '../ledger.ts'
import type { ScriptedBack } from '../script.ts'
import type { Client } from './client.ts'
import type { Files, ProjectFolder } from './folder.ts'
import { CHAOS } from './person.ts'
import type { UndoHistory } from './undo-history.ts'

export interface Desk {
	readonly folder: ProjectFolder
	readonly history: UndoHistory
	readonly ledger: Ledger
}

/** A finished revert, with the project's files before and after it. */
export interface TakenBack {
	readonly turn: number
	readonly part: RevertPart
	readonly choices: readonly RevertChoice[]
	readonly before: Files
	readonly after: Files
	/** The user's last changes before it. */
	readonly byHand: ReadonlySet<string>
	/** True if no call of the agent ran meanwhile: then the revert made all changes. */
	readonly undisturbed: boolean
	/** True if the user changed nothing since the preview: the choices still fit. */
	readonly fits: boolean
	/** Whether it reverts a call; null: those of the revert that it undoes. */
	readonly ofCalls: OfCalls | null
}

type OfCalls = (callId: string) => boolean

interface Target {
	readonly turn: number
	readonly messageId: string
	/** `step-<n>`. */
	readonly stepId?: string
	readonly toEnd?: true
	/** null if it undoes a revert. */
	readonly ofCalls: OfCalls | null
}

export class GoingBack {
	readonly taken: TakenBack[] = []
	/** A preview must not change anything; returns sentences about violations. */
	readonly troubles: string[] = []
	readonly #client: Client
	readonly #desk: Desk
	#requests = 0

	constructor(client: Client, desk: Desk) {
		this.#client = client
		this.#desk = desk
	}

	async run(
		back: ScriptedBack,
		turn: number,
		of: { runId: string; messageId: string },
	): Promise<void> {
		const seq = back.scope === 'run' ? null : this.#someStep(of.runId)
		const toEnd = back.scope === 'tail'
		const target: Target = {
			turn,
			messageId: of.messageId,
			...(seq === null ? {} : { stepId: `step-${seq}` }),
			...(toEnd ? { toEnd } : {}),
			ofCalls: (callId) => {
				const made = stepOf(callId, of.runId)
				return made !== null && (seq === null || made === seq || (toEnd && made > seq))
			},
		}
		this.#edit(back, of.runId)
		let last = await this.#take(target, [], true)
		if (back.forced && last?.items.some(({ state }) => state === 'skipped')) {
			const choices = await this.#overwriteAll(target)
			if (back.stale) this.#edit({ ...back, edits: ['file'] }, of.runId)
			last = (await this.#take(target, choices, !back.stale)) ?? last
		}
		for (let i = 0; i < back.again && last !== null; i++) {
			const { revertId } = last
			last = await this.#take({ ...target, ofCalls: null }, [], true, revertId)
		}
	}

	#someStep(runId: string): number | null {
		const change = this.#desk.folder.changes.find(({ callId }) => stepOf(callId, runId) !== null)
		return change ? stepOf(change.callId, runId) : null
	}

	#edit({ edits }: ScriptedBack, runId: string): void {
		const { folder, history } = this.#desk
		const mine = folder.changes.filter(({ callId }) => callId.startsWith(`${runId}.`))
		for (const edit of edits) {
			if (edit === 'scene') history.recordByHand()
			else if (edit === 'object') history.changeObject()
			else if (edit === 'file' && mine[0]) folder.editByHand(mine[0].path)
			else if (edit === 'deleted' && mine.at(-1)) folder.deleteByHand(mine.at(-1)!.path)
		}
	}

	/** Like the page when a person looks at the conflicts and chooses to overwrite all. */
	async #overwriteAll(target: Target): Promise<RevertChoice[]> {
		const { folder, ledger } = this.#desk
		const executed = ledger.total
		const before = folder.files()
		const request = { ...requestOf(target), preview: true, choices: [] }
		const looked = await this.#client.until(
			() => this.#client.call('previewRevert', request) as Promise<PreviewOutcome>,
		)
		if (executed === ledger.total && !same(before, folder.files()))
			this.troubles.push(`A preview of ${target.messageId} changed files`)
		if (!looked.ok) return []
		return looked.preview.items.filter(({ state }) => state === 'conflict').map(overwrite)
	}

	/** Returns null if there was nothing to revert. */
	async #take(
		target: Target,
		choices: readonly RevertChoice[],
		fits: boolean,
		revertId?: string,
	): Promise<RevertPart | null> {
		const { folder, ledger } = this.#desk
		const client = this.#client
		const request = {
			...requestOf(target),
			...(revertId === undefined ? {} : { revertId }),
			requestId: `back-${target.turn}-${++this.#requests}`,
			preview: false,
			choices,
		}
		const begin = (): Promise<BeginOutcome> =>
			client.call('beginRevert', request, CHAOS) as Promise<BeginOutcome>
		const executed = ledger.total
		const before = folder.files()
		const byHand = new Set(folder.byHand)
		const begun = await client.until(begin, (b) => b.ok || !/_active$/.test(b.reason))
		if (!begun.ok) return null
		if (client.world.faults.strikes('post_repeated')) void begin().catch(() => undefined)
		const part = await client.until(
			() => client.call('readRevert', begun.part.revertId) as Promise<RevertPart | null>,
			(read) => read !== null && read.state !== 'running',
		)
		if (part === null) return null
		const after = folder.files()
		for (const path of byHand) {
			if (before.get(path) !== after.get(path)) folder.byHand.delete(path)
		}
		this.taken.push({
			turn: target.turn,
			part,
			choices,
			before,
			after,
			byHand,
			undisturbed: executed === ledger.total,
			fits,
			ofCalls: target.ofCalls,
		})
		return part
	}
}

const requestOf = ({ messageId, stepId, toEnd }: Target) => ({
	messageId,
	...(stepId === undefined ? {} : { stepId }),
	...(toEnd === undefined ? {} : { toEnd }),
})

/** The number of the step that made a call `<runId>.<seq>.<n>`; null for calls of other runs. */
const stepOf = (callId: string, runId: string): number | null =>
	callId.startsWith(`${runId}.`) ? Number(callId.slice(runId.length + 1).split('.')[0]) : null

const overwrite = ({ key, seen }: RevertItem): RevertChoice => ({
	key,
	choice: 'overwrite',
	...(seen === undefined ? {} : { seen }),
})

const same = (a: Files, b: Files): boolean => JSON.stringify([...a]) === JSON.stringify([...b])
