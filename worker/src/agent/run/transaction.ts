/** One transaction: what it writes, and what it says to viewers, both or neither. */
import type { ChunkLog } from '../stream/chunk-log.ts'
import { Superseded } from './run-store.ts'

/** `log`: where the body appends; null for a transition that shows nothing. */
export type Commit = <T>(log: ChunkLog | null, body: () => T) => T

/** Throws {@link Superseded} where another instance of the object has taken over. */
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
