/** One transaction: its writes and its frames for viewers take effect together or not at all. */
import type { ChunkLog } from '../stream/chunk-log.ts'
import { Superseded } from './run-store.ts'

/** `log`: the stream that the body appends to; null for a transition that shows nothing. */
export type Commit = <T>(log: ChunkLog | null, body: () => T) => T

/** Throws {@link Superseded} if another instance of the object has taken over. */
export function committer(
	ports: {
		readonly store: { transaction<T>(body: () => T): T; epoch(): number }
		readonly committed: () => void
	},
	epoch: number,
): Commit {
	return (log, body) => {
		const write = () =>
			ports.store.transaction(() => {
				if (ports.store.epoch() !== epoch) throw new Superseded()
				return body()
			})
		const result = log ? log.together(write) : write()
		ports.committed()
		return result
	}
}
