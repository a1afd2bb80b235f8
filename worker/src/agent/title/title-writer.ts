/**
 * Has a conversation's title written after its first answer, once. A title is a comfort: what fails costs nothing but
 * the title, and nothing waits for it.
 */
import type { Usage } from '@fairlead/protocol/conversations/runs'
import { askText, type TextAnswer } from '../model/ask-text.ts'
import { requestTokens } from '../model/spent.ts'
import type { ChatProvider, ChatRequest } from '../model/types.ts'
import { addCost, addUsage, limitOf, NO_USAGE } from '../policy/budget.ts'
import { storedStop } from '../policy/budget-watch.ts'
import type { MachinePorts } from '../run/machine-ports.ts'
import type { Run } from '../run/run-state.ts'
import type { RunStore } from '../run/run-store.ts'
import { titleRequest } from './title-request.ts'
import { keepTitleState, titleState } from './title-state.ts'
import { cleanTitle } from './title-words.ts'

/** Enough for the slowest provider; the request is small. */
const MAX_WAIT_MS = 30_000
/** An instance that was evicted while it asked has its title asked for again, once. */
const AGAIN_MS = 2 * MAX_WAIT_MS
const MAX_TRIES = 2

export interface TitlePorts extends Pick<MachinePorts, 'clock' | 'costOf' | 'log' | 'model'> {
	readonly store: Pick<
		RunStore,
		| 'epoch'
		| 'enqueue'
		| 'messageAt'
		| 'modelCalls'
		| 'run'
		| 'setSetting'
		| 'setting'
		| 'transaction'
	>
	/** The model for a conversation that this one answers; null: none. */
	readonly titleModel: (answering: string) => string | null
	/** False: a person has named the conversation, or deleted it. May fail. */
	readonly isWanted: (userId: string | null) => Promise<boolean>
	/** State was committed: set the alarm, drain the outbox. Must not throw. */
	readonly committed: () => void
}

export class TitleWriter {
	readonly #ports: TitlePorts
	#writing: Promise<void> | null = null

	constructor(ports: TitlePorts) {
		this.#ports = ports
	}

	/** Writes the title, if it is due. Never rejects. */
	write(): Promise<void> {
		this.#writing ??= this.#write()
			.catch((error: unknown) => this.#warn('title_not_written', error))
			.finally(() => {
				this.#writing = null
			})
		return this.#writing
	}

	async #write(): Promise<void> {
		const { store, clock } = this.#ports
		const due = titleState(store)
		if (due.state !== 'due' || due.at > clock()) return
		const epoch = store.epoch()
		if (due.tries === MAX_TRIES) return this.#over(epoch, null)
		keepTitleState(store, { ...due, at: clock() + AGAIN_MS, tries: due.tries + 1 })
		this.#ports.committed()
		await this.#ask(due.runId, epoch)
	}

	async #ask(runId: string, epoch: number): Promise<void> {
		const { store, clock, costOf, titleModel, isWanted } = this.#ports
		const run = store.run(runId)
		if (run?.source.kind !== 'model') return this.#over(epoch, null)
		const { source } = run
		const model = titleModel(source.model)
		if (!model || storedStop(this.#ports, { ...run, source: { ...source, model } }))
			return this.#over(epoch, null)
		if (!(await isWanted(run.author.userId))) return this.#over(epoch, null)
		// Its effort is its own; what the provider's list said of the run's model holds for that one.
		const { listed, own } = source.settings
		const settings = { listed: model === source.model ? listed : undefined, own }
		const access = await this.#ports.model(model, run.author, settings)
		if ('refused' in access) return this.#over(epoch, null)
		const [question, answer] = [1, 2].map((seq) => store.messageAt(seq)?.row.model ?? [])
		const request = titleRequest(access, question ?? [], answer ?? [])
		const { paidBy } = access
		const cost = (usage: Usage) => costOf(model, usage, settings, paidBy)
		if (!request || !isWithinLimits(run, request, cost)) return this.#over(epoch, null)
		const { text, usage, problem } = await this.#askInTime(access.provider, request)
		if (text === null) this.#warn('title_not_written', problem)
		const charged = usage && access.charge?.(usage)
		const outcome = text === null ? 'failed' : 'finished'
		this.#over(epoch, {
			topic: 'titled',
			title: text === null ? null : cleanTitle(text),
			runId,
			call: usage && {
				purpose: 'title',
				outcome,
				model,
				usage,
				costUsd: cost(usage),
				paidBy,
				at: clock(),
			},
		})
		await charged?.catch((error: unknown) => this.#warn('server_key_not_charged', error))
	}

	/** A timer that outlived its answer would keep the object awake. */
	async #askInTime(provider: ChatProvider, request: ChatRequest): Promise<TextAnswer> {
		const late = new AbortController()
		const timer = setTimeout(() => late.abort(), MAX_WAIT_MS)
		try {
			return await askText(provider, request, late.signal)
		} finally {
			clearTimeout(timer)
		}
	}

	/** Nothing, if another instance of the object has taken over, or the conversation was deleted. */
	#over(epoch: number, item: Parameters<RunStore['enqueue']>[0] | null): void {
		const { store, clock, committed } = this.#ports
		store.transaction(() => {
			if (store.epoch() !== epoch || titleState(store).state !== 'due') return
			keepTitleState(store, { state: 'over' })
			if (item) store.enqueue(item, clock())
		})
		committed()
	}

	#warn(event: string, error: unknown): void {
		this.#ports.log({ level: 'warn', event, error: String(error) })
	}
}

/** Whether the run stays within its limits, however long the title is. */
function isWithinLimits(
	{ budget, usage, costUsd }: Run,
	request: ChatRequest,
	costOf: (usage: Usage) => number | null,
): boolean {
	const most = {
		...NO_USAGE,
		inputTokens: requestTokens(request),
		outputTokens: request.maxOutputTokens ?? 0,
	}
	const then = { budget, usage: addUsage(usage, most), costUsd: addCost(costUsd, costOf(most)) }
	return limitOf(then, 0) === null
}
