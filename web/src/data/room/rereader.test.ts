import { expect, test } from 'vitest'
import { Rereader } from './rereader.ts'

/** A reading that ends when it is told to. */
function setUp() {
	const ends: ((value: string) => void)[] = []
	const shown: string[] = []
	const rereader = new Rereader<string>({
		read: () => new Promise((resolve) => ends.push(resolve)),
		show: (value) => shown.push(value),
		pause: () => Promise.resolve(),
	})
	const settle = () => new Promise((resolve) => setTimeout(resolve))
	return { rereader, ends, shown, settle }
}

test('a scene that changes all through a reading is shown all the same, and read once more', async () => {
	const { rereader, ends, shown, settle } = setUp()
	rereader.changed()
	await settle()
	for (let change = 0; change < 50; change++) rereader.changed()
	ends[0]?.('first')
	await settle()
	expect(shown).toEqual(['first'])
	expect(ends).toHaveLength(2)
	ends[1]?.('second')
	await settle()
	expect(shown).toEqual(['first', 'second'])
	expect(ends).toHaveLength(2)
})

test('a change after the end of a reading begins another', async () => {
	const { rereader, ends, shown, settle } = setUp()
	rereader.changed()
	await settle()
	ends[0]?.('first')
	await settle()
	rereader.changed()
	await settle()
	ends[1]?.('second')
	await settle()
	expect(shown).toEqual(['first', 'second'])
})

test('a late answer for the previous scene is not shown', async () => {
	const { rereader, ends, shown, settle } = setUp()
	rereader.changed()
	await settle()
	rereader.end()
	ends[0]?.('of the scene before')
	await settle()
	expect(shown).toEqual([])
})
