/** Work that takes turns: never two at once, and whoever gives up or hangs holds nobody up. */
import { expect, test } from 'vitest'
import { takingTurns } from './turns.ts'

const patient = new AbortController().signal

test('callers are served one at a time, in the order in which they asked; a failure is its own', async () => {
	const turn = takingTurns()
	const order: string[] = []
	const work = (name: string) => async () => {
		order.push(`${name} begins`)
		await Promise.resolve()
		order.push(`${name} ends`)
		if (name === 'b') throw new Error('b failed')
		return name
	}
	const all = await Promise.allSettled(['a', 'b', 'c'].map((name) => turn(patient, work(name))))
	expect(order).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]))
	expect(all).toMatchObject([{ value: 'a' }, { status: 'rejected' }, { value: 'c' }])
})

test('a caller that gives up while waiting has done nothing, and the next still waits for the one before', async () => {
	const turn = takingTurns()
	const first = Promise.withResolvers<string>()
	const stop = new AbortController()
	let begun = false
	const going = turn(patient, () => first.promise)
	const given = turn(stop.signal, async () => 'never')
	const next = turn(patient, async () => {
		begun = true
	})
	stop.abort()
	expect(await given).toBeNull()
	expect(begun).toBe(false)
	first.resolve('first')
	expect(await going).toBe('first')
	await next
	expect(begun).toBe(true)
})

test('work that hangs holds up the next until its own time is over', async () => {
	const turn = takingTurns()
	const stop = new AbortController()
	void turn(stop.signal, () => new Promise(() => undefined))
	const next = turn(patient, async () => 'next')
	stop.abort()
	expect(await next).toBe('next')
})

test('a caller whose signal has aborted is not served', async () => {
	const turn = takingTurns()
	expect(await turn(AbortSignal.abort(), async () => 'never')).toBeNull()
	expect(await turn(patient, async () => 'next')).toBe('next')
})
