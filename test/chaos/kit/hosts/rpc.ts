/** Calls between objects: late, lost, repeated, or executed without the caller getting the answer. */
import type { Faults } from '../faults.ts'
import type { Scheduler } from '../scheduler.ts'
import { during, type Life, type ObjectHost } from './object-host.ts'

type Methods = Record<string, (...args: never[]) => Promise<unknown>>

export interface RpcNet {
	readonly scheduler: Scheduler
	readonly faults: Faults
	/** Whether the connection to the target is cut now. */
	readonly cut?: () => boolean
}

/**
 * A stub like that of `env.X.getByName()`: once its object was aborted it fails for good. `caller` is
 * null for clients, which never die and use a new stub for each request.
 */
export function stub<T extends { alarm?(): Promise<void> }>(
	net: RpcNet,
	host: Pick<ObjectHost<T>, 'aborts' | 'get'>,
	caller: Life | null,
): Methods {
	const { aborts } = host
	const call = (method: string, args: unknown[]): Promise<unknown> => {
		if (caller && host.aborts !== aborts) {
			return Promise.reject(new Error('The object was aborted, and this stub with it.'))
		}
		if (caller?.silenced) return new Promise(() => undefined)
		const sent = structuredClone(args)
		const { promise, resolve, reject } = Promise.withResolvers<unknown>()
		const { delayMs, replyMs, fate } = net.faults.rpc()
		const answer = (give: () => void): void => {
			net.scheduler.after(replyMs, () => {
				if (!caller?.silenced) give()
			})
		}
		const lost = (): void => answer(() => reject(new Error('Network connection lost.')))
		const run = (): Promise<unknown> => {
			const { instance, life } = host.get()
			const target = instance as unknown as Methods
			const handled = Promise.resolve().then(() =>
				target[method]?.(...(structuredClone(sent) as never[])),
			)
			const work = during(life, handled).then((result) => {
				// The output gate: an ended instance sends no answers.
				if (life.silenced) throw new Error('The object was reset.')
				return result
			})
			return Promise.race([
				work,
				life.ended.then(() => {
					throw new Error('The object was reset.')
				}),
			])
		}
		net.scheduler.after(delayMs, () => {
			if (fate === 'unreachable' || net.cut?.()) {
				lost()
				return
			}
			run().then(
				(result) => {
					const copy = structuredClone(result)
					if (fate === 'reply_lost') lost()
					else answer(() => resolve(copy))
				},
				(error: unknown) => answer(() => reject(error as Error)),
			)
			if (fate === 'repeat')
				net.scheduler.after(
					net.faults.random.pick([50, 5_000, 60_000]) * net.faults.random.next(),
					() => {
						run().catch(() => undefined)
					},
				)
		})
		return caller ? during(caller, promise) : promise
	}
	return new Proxy({} as Methods, {
		// A stub that is returned from an async function must not look like a promise.
		get: (_, method) =>
			method === 'then' ? undefined : (...args: unknown[]) => call(String(method), args),
	})
}
