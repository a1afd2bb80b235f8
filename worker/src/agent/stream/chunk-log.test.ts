import { describe, expect, it } from 'vitest'
import { MachineKit, readWithSdk, says, scripted } from '../../../test/machine-kit.ts'

/** Lets `n` commits through and refuses the next one, like a full storage. */
function refuseCommit(kit: MachineKit, n: number): void {
	const { store } = kit
	const transaction = store.transaction.bind(store)
	let left = n
	store.transaction = <T>(body: () => T): T =>
		transaction(() => {
			const result = body()
			if (left-- === 0) throw new Error('SQLITE_FULL: database or disk is full')
			return result
		})
}

describe('a transaction that storage rejects', () => {
	const provider = () => scripted([says('One two three. ')])

	it('shows viewers nothing, whichever transaction it is', async () => {
		const calm = new MachineKit({ provider: provider() })
		calm.post('hi')
		await calm.settleDown()
		// The first commit is the posted message, which is then not acknowledged.
		for (let n = 1; n < calm.commits; n++) {
			const kit = new MachineKit({ provider: provider() })
			kit.post('hi')
			refuseCommit(kit, n - 1)
			await kit.settleDown()
			// The run ended with an apology, and the page shows exactly what is stored.
			expect(await readWithSdk(kit.frames), `refused commit ${n}`).toEqual(kit.answer())
			const cursors = [...kit.frames.matchAll(/^id: (\S+)$/gm)].map((match) => match[1])
			expect(new Set(cursors).size, `refused commit ${n}`).toBe(cursors.length)
		}
	})
})
