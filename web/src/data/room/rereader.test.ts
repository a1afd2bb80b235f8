import { expect, test } from 'vitest'
import { Rereader } from './rereader.ts'

/** A read that ends on demand. */
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

test('a scene that changes during a read is still shown, and read again', async () => {
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

test('a change after a read starts another one', async () => {
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
