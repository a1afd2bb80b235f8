/**
 * Works through a project's deliveries: condition, concurrency, the run, the log. What comes from outside
 * (time, D1, conversations) is a port. A step that fails is tried again; none begins a run twice.
 */
import type { DeliverySource, DeliveryVerdict } from '@fairlead/protocol/automations/automations'
import { ENDED_RUN_STATES, type RunState } from '@fairlead/protocol/conversations/runs'
import { Mutex } from '../platform/mutex.ts'
import type { ProjectRow } from '../projects/store/projects.ts'
import { ConditionError, isMet, parseCondition } from './condition.ts'
import type { ActiveRun, DeliveryQueue, OpenDelivery } from './delivery-queue.ts'
import { readPayload, type Sample } from './payload.ts'
import type { AutomationRow } from './store/automations.ts'
import { MissingValue, parseTemplate, renderPrompt, TemplateError } from './template.ts'

/** Steps of one alarm; the next one is set at once. */
const STEPS_AT_ONCE = 50
/** Failed tries after which a delivery is given up: about a day. */
const MAX_ATTEMPTS = 300

/** When to look for an editor again, in case that its coming was not told. */
const EDITOR_LOOK_MS = 15 * 60_000
/** Sources that are a person, who may try out an automation that is switched off. */
const ASKED_FOR: ReadonlySet<DeliverySource> = new Set(['button', 'replay'])

const SECRET_REPLACED =
	'The secret was replaced before the work began. If the delivery is yours, deliver it again.'

export interface Found {
	readonly automation: AutomationRow
	readonly project: ProjectRow
}

export type Begun =
	/** The run; null if its message waits for the end of another run in the conversation. */
	| { readonly ok: true; readonly runId: string | null }
	/** Trying again would not help; the error is for the log. */
	| { readonly ok: false; readonly error: string }

export interface DispatcherPorts {
	readonly queue: () => DeliveryQueue
	readonly clock: () => number
	/** A new conversation, or the one in which all runs of the automation are. */
	readonly conversationFor: (found: Found) => Promise<string>
	/** Returns undefined if the automation was deleted. */
	readonly find: (automationId: string) => Promise<Found | undefined>
	/** The state of the conversation's last run, as D1 knows it; undefined: the conversation is gone. */
	readonly lastRun: (
		conversationId: string,
	) => Promise<{ readonly runId: string | null; readonly state: string | null } | undefined>
	/** The state of the run in D1. Null if D1 does not have it yet, undefined if the conversation is gone. */
	readonly runState: (
		conversationId: string,
		runId: string,
	) => Promise<{ readonly state: string | null } | undefined>
	/** Idempotent: the same delivery begins the same run. */
	readonly begin: (found: Found, delivery: OpenDelivery, prompt: string) => Promise<Begun>
	/** Whether an editor could take calls soon. If not, the queue hears of the first one that comes. */
	readonly hasEditor: (found: Found) => Promise<boolean>
	readonly stop: (found: Found, run: ActiveRun) => Promise<void>
	/** False: the secret that proved the delivery has been replaced since. */
	readonly isProven: (found: Found, provenBy: string) => Promise<boolean>
	readonly log: (delivery: OpenDelivery) => Promise<void>
	readonly warn: (event: string, error: unknown) => void
}

/** The prompt for a sample; null: the condition is not met. @throws {ConditionError | TemplateError} {@link MissingValue} is one of these. */
export function promptFor(
	{ condition, template }: Pick<AutomationRow, 'condition' | 'template'>,
	sample: Sample,
): string | null {
	const parsed = parseTemplate(template)
	if (condition && !isMet(parseCondition(condition), sample)) return null
	return renderPrompt(parsed, sample)
}

export class Dispatcher {
	readonly #ports: DispatcherPorts
	readonly #turns = new Mutex()

	constructor(ports: DispatcherPorts) {
		this.#ports = ports
	}

	/** Works until nothing is due, something fails, or it has done enough for one alarm. */
	work(): Promise<void> {
		return this.#turns.run(() => this.#work())
	}

	async #work(): Promise<void> {
		const { queue, clock, warn } = this.#ports
		for (let steps = 0; steps < STEPS_AT_ONCE; steps++) {
			const delivery = queue().due(clock())
			if (!delivery) return
			try {
				await this.#step(delivery)
			} catch (error) {
				warn('delivery_step_failed', error)
				this.#failed(delivery)
				// Most likely D1 is down, and the next one would fail as well.
				return
			}
		}
	}

	#failed(delivery: OpenDelivery): void {
		const { queue, clock } = this.#ports
		if (delivery.attempts < MAX_ATTEMPTS) queue().delay(delivery, clock())
		else if (delivery.step === 'decided') queue().logged(delivery.id)
		else this.#decide(delivery, 'failed', 'The server could not begin a run for a day.')
	}

	async #step(delivery: OpenDelivery): Promise<void> {
		const { queue, log } = this.#ports
		if (delivery.step === 'decided') {
			await log(delivery)
			queue().logged(delivery.id)
			return
		}
		const found = await this.#ports.find(delivery.automationId)
		if (!found) {
			queue().forget(delivery.automationId)
			return
		}
		if (!(await this.#isProven(found, delivery))) {
			this.#decide(delivery, 'failed', SECRET_REPLACED)
			return
		}
		const prompt = this.#prompt(found, delivery)
		if (prompt === null) return
		if (!(await this.#isEditorThere(found, delivery))) return
		if (await this.#mayBegin(found, delivery)) {
			await this.#begin(found, delivery, prompt)
		}
	}

	/** A replaced secret begins nothing any longer, not even by deliveries that wait. */
	async #isProven(found: Found, { step, provenBy }: OpenDelivery): Promise<boolean> {
		return step !== 'waiting' || !provenBy || (await this.#ports.isProven(found, provenBy))
	}

	/** Returns null if the delivery is decided already. */
	#prompt({ automation }: Found, delivery: OpenDelivery): string | null {
		// A person who asks for it may try out what is switched off.
		if (!automation.enabled && !ASKED_FOR.has(delivery.source)) {
			return this.#decide(delivery, 'disabled')
		}
		const read = readPayload(delivery.payload)
		if (!read) return this.#decide(delivery, 'failed', 'The payload is nested too deeply.')
		try {
			const prompt = promptFor(automation, { ...read, event: delivery.event })
			return prompt ?? this.#decide(delivery, 'condition_not_met')
		} catch (error) {
			if (error instanceof MissingValue) return this.#decide(delivery, 'failed', error.message)
			if (error instanceof ConditionError || error instanceof TemplateError) {
				return this.#decide(delivery, 'condition_failed', error.message)
			}
			throw error
		}
	}

	/** False: the delivery is decided, or it waits. */
	async #isEditorThere(found: Found, delivery: OpenDelivery): Promise<boolean> {
		const { withoutEditor } = found.automation
		if (withoutEditor === null || delivery.step === 'beginning') return true
		const { queue, clock, hasEditor } = this.#ports
		if (await hasEditor(found)) {
			queue().awaitNoEditor(delivery.id)
			return true
		}
		switch (withoutEditor.kind) {
			case 'skip':
				this.#decide(delivery, 'no_editor')
				return false
			case 'fail':
				this.#decide(delivery, 'failed', 'No editor was connected.')
				return false
			case 'wait': {
				const now = clock()
				const waited = delivery.waitsFor?.for === 'editor' ? delivery.waitsFor.until : null
				if (waited !== null && waited <= now) {
					const error = `No editor was connected within ${withoutEditor.minutes} minutes.`
					this.#decide(delivery, 'failed', error)
				} else {
					queue().awaitEditor(
						delivery.id,
						now + withoutEditor.minutes * 60_000,
						now + EDITOR_LOOK_MS,
					)
				}
				return false
			}
			default:
				return withoutEditor satisfies never
		}
	}

	/** False: the delivery is decided, or it waits. */
	async #mayBegin(found: Found, delivery: OpenDelivery): Promise<boolean> {
		if (delivery.step === 'beginning') return true
		const { queue, clock, stop } = this.#ports
		const { concurrency } = found.automation
		for (const run of queue().active(delivery)) {
			const { id } = run
			if (await this.#hasEnded(run)) {
				queue().release(id)
				continue
			}
			switch (concurrency) {
				case 'skip':
					this.#decide(delivery, 'busy')
					return false
				case 'queue':
					// The end of the run may have been told while D1 was asked.
					if (queue().isActive(id)) queue().hold(delivery.automationId, clock())
					return false
				case 'replace':
					if (run.runId === null) {
						// A run that is just beginning cannot be stopped: it would begin anyway.
						queue().hold(delivery.automationId, clock())
						return false
					}
					if (!queue().hasNewer(delivery)) {
						await stop(found, run)
						queue().release(id)
					}
					break
				default:
					concurrency satisfies never
			}
		}
		if (concurrency === 'replace' && queue().hasNewer(delivery)) {
			this.#decide(delivery, 'replaced')
			return false
		}
		if (!(await this.#isTakenByPerson(found))) return true
		// A person's run is not stopped, and no message is put into it.
		if (concurrency === 'skip') this.#decide(delivery, 'busy')
		else queue().hold(delivery.automationId, clock())
		return false
	}

	/** Whether a run of a person is active in the one conversation of the automation. */
	async #isTakenByPerson({ automation }: Found): Promise<boolean> {
		const { conversation, conversationId } = automation
		if (conversation !== 'same' || conversationId === null) return false
		const last = await this.#ports.lastRun(conversationId)
		if (last?.runId == null || ENDED_RUN_STATES.has(last.state as RunState)) return false
		return this.#ports.queue().depthOf(last.runId) === null
	}

	async #hasEnded({ conversationId, runId }: ActiveRun): Promise<boolean> {
		// It is beginning: its conversation need not exist yet.
		if (runId === null) return false
		// The run's own id counts: the conversation may have other runs.
		const known = await this.#ports.runState(conversationId, runId)
		return known === undefined || ENDED_RUN_STATES.has(known.state as RunState)
	}

	async #begin(found: Found, delivery: OpenDelivery, prompt: string): Promise<void> {
		const { queue, conversationFor, begin, clock } = this.#ports
		const conversationId = delivery.conversationId ?? (await conversationFor(found))
		queue().begin(delivery.id, conversationId)
		const begun = await begin(found, { ...delivery, conversationId }, prompt)
		if (begun.ok && begun.runId === null) queue().delay(delivery, clock())
		else if (begun.ok) {
			queue().decide(delivery.id, { verdict: 'begun', error: null }, begun.runId, clock())
		} else this.#decide(delivery, 'failed', begun.error)
	}

	#decide(delivery: OpenDelivery, verdict: DeliveryVerdict, error: string | null = null): null {
		this.#ports.queue().decide(delivery.id, { verdict, error }, null, this.#ports.clock())
		return null
	}
}
