/** Calls the Conversation as the HTTP routes do, and retries until there is an answer. */
import type { Faults } from '../faults.ts'
import type { Life } from '../hosts/object-host.ts'
import type { Scheduler } from '../scheduler.ts'

const FIRST_RETRY_MS = 700
/** Over hours it asks less and less often. */
const MAX_RETRY_MS = 20_000
const SLOWER = 1.3

export interface ClientWorld {
	readonly scheduler: Scheduler
	readonly faults: Faults
	/** RPC of the Conversation. */
	readonly conversation: Record<string, (...args: never[]) => Promise<unknown>>
	/** Opens `GET /stream`; the life is that of the streaming instance. */
	stream(query: string): Promise<{ response: Response; life: Life }>
}

export class Client {
	readonly world: ClientWorld

	constructor(world: ClientWorld) {
		this.world = world
	}

	call(method: string, ...args: unknown[]): Promise<unknown> {
		return this.world.conversation[method]!(...(args as never[]))
	}

	/** Retries until the answer satisfies the condition. */
	async until<T>(ask: () => Promise<T>, enough: (answer: T) => boolean = () => true): Promise<T> {
		let pauseMs = FIRST_RETRY_MS
		for (;;) {
			try {
				const answer = await ask()
				if (enough(answer)) return answer
			} catch {
				// Retried below.
			}
			await this.world.scheduler.sleep(pauseMs)
			pauseMs = Math.min(MAX_RETRY_MS, pauseMs * SLOWER)
		}
	}
}
