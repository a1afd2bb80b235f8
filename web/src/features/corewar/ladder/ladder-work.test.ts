import { expect, test } from 'vitest'
import { LadderWork } from './ladder-work.ts'

test('work that is under way is not begun a second time, whichever pane asks for it', async () => {
	const work = new LadderWork()
	const { promise, resolve } = Promise.withResolvers<void>()
	let begun = 0
	const fight = async () => {
		begun++
		await promise
	}
	const first = work.during('Fighting Bob…', fight)
	await work.during('Fighting Bob…', fight)
	expect([begun, work.now()]).toEqual([1, { busy: true, doing: 'Fighting Bob…', apiKey: null }])
	resolve()
	await first
	expect(work.now()).toMatchObject({ busy: false, doing: null })
	await work.during(null, fight)
	expect(begun).toBe(2)
})

test('the key stays until the page closes, also after what failed later', async () => {
	const work = new LadderWork()
	let heard = 0
	work.subscribe(() => heard++)
	work.showKey('fcw_1')
	await work
		.during(null, async () => {
			throw new Error('x')
		})
		.catch(() => undefined)
	expect(work.now()).toEqual({ busy: false, doing: null, apiKey: 'fcw_1' })
	expect(heard).toBe(3)
})
