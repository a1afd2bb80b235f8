import { expect, test } from 'vitest'
import { twoAtOnce } from './two-at-once.ts'

test('all run, two at once in their order, and those of .NET one after another', async () => {
	const ends = new Map<string, () => void>()
	const begun: string[] = []
	const suite = (name: string, isDotnet = false) => ({ name, isDotnet })
	const all = [
		suite('a'),
		suite('b.net', true),
		suite('c.net', true),
		suite('d'),
		suite('e.net', true),
	]
	const done = twoAtOnce(all, ({ name }, slot) => {
		begun.push(`${name} in ${slot}`)
		return new Promise((end) => ends.set(name, end))
	})
	const end = async (name: string): Promise<void> => {
		ends.get(name)?.()
		await new Promise(setImmediate)
	}
	expect(begun).toEqual(['a in 0', 'b.net in 1'])
	await end('a')
	expect(begun.slice(2)).toEqual(['d in 0'])
	await end('d')
	await end('b.net')
	await end('c.net')
	await end('e.net')
	await done
	expect(begun.slice(3)).toEqual(['c.net in 1', 'e.net in 1'])
})
