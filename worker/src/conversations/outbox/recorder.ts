/** News of a conversation for D1, and through it for lists, rooms, feeds and automations: the outbox with its two ends. */
import type { StoredMessage } from '@fairlead/protocol/conversations/messages'
import type { OutboxPayload } from '../../agent/run/run-store.ts'
import { database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import type { ConversationIdentity } from '../../ports/conversation.ts'
import { startedBy } from '../../ports/sub-agent-id.ts'
import type { ConversationStore } from '../conversation-store.ts'
import { tellStarter } from '../sub-agents.ts'
import { notifySubscribers } from './notify-subscribers.ts'
import { d1Projection, Outbox, type OutboxPorts } from './outbox.ts'
import { PictureRecord } from './picture-record.ts'
import { TranscriptRecord } from './transcript-record.ts'

export interface RecorderPorts {
	readonly store: () => ConversationStore
	/** Throws if the conversation was not opened. */
	readonly identity: () => ConversationIdentity
	/** Bytes that the object stores, and those of its sub-agents. */
	readonly size: () => number
	/** A stored message as people see it. */
	readonly shown: (message: StoredMessage) => StoredMessage
	/** This run's person or project was suspended before D1 knew of it. */
	readonly suspended: (runId: string) => void
	/** It is a sub-agent that nobody knows of any more. */
	readonly forsaken: () => Promise<void>
	readonly warn: (event: string, error: unknown) => void
	/** The conversation was deleted: see {@link OutboxPorts.isErased}. */
	readonly isErased: () => boolean
}

export class Recorder {
	readonly #env: Env
	readonly #ports: RecorderPorts
	readonly #outbox: Outbox
	readonly #record: TranscriptRecord
	readonly #write: ReturnType<typeof d1Projection>

	constructor(env: Env, ports: RecorderPorts) {
		const { store, identity, size, shown, warn, isErased } = ports
		this.#env = env
		this.#ports = ports
		this.#record = new TranscriptRecord(
			database(env.DB),
			() => identity().conversationId,
			store,
			new PictureRecord(env.PICTURES, store, warn),
			shown,
		)
		this.#write = d1Projection(env.DB, identity, this.#record, size)
		this.#outbox = new Outbox({
			store,
			project: (payload, late) => this.#project(payload, late),
			clock: () => Date.now(),
			log: warn,
			isErased,
		})
	}

	/** When the next item is due, Unix ms; null if there is none. */
	nextAt(): number | null {
		return this.#outbox.nextAt()
	}

	/** Sends what is due. Rejects only if the object's storage fails while the conversation still exists. */
	drain(): Promise<void> {
		return this.#outbox.drain()
	}

	/** The record is about to be deleted: nothing is written from here on. */
	forget(): Promise<void> {
		return this.#record.forget()
	}

	async #project(payload: OutboxPayload, late: boolean): Promise<void> {
		const { suspended, forsaken, identity, store, size, warn } = this.#ports
		const starter = startedBy(identity().conversationId)
		if (starter) {
			// With the object this item goes, too.
			const known = await tellStarter(this.#env, starter, store(), payload, size())
			if (!known) await forsaken()
			return
		}
		if ((await this.#write(payload, late)) === 'suspended' && 'run' in payload) {
			suspended(payload.run.id)
		}
		await notifySubscribers(
			this.#env,
			identity(),
			payload,
			(event) => (error) => warn(event, error),
		)
	}
}
