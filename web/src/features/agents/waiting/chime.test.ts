/** Sounds of tabs of one browser, which share its storage and its locks. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chimeOnce } from './chime.ts'

let notes = 0
let locked: Promise<unknown>

class Param {
	setValueAtTime(): void {}
	linearRampToValueAtTime(): void {}
	exponentialRampToValueAtTime(): void {}
}
class Node {
	readonly gain = new Param()
	connect(to: unknown): unknown {
		return to
	}
}
class Note extends Node {
	start(): void {
		notes++
	}
	stop(): void {}
}
class Context {
	readonly currentTime = 0
	async resume(): Promise<void> {}
}

beforeEach(() => {
	notes = 0
	locked = Promise.resolve()
	const stored = new Map<string, string>()
	vi.stubGlobal('localStorage', {
		getItem: (key: string) => stored.get(key) ?? null,
		setItem: (key: string, value: string) => stored.set(key, value),
	})
	const request = (_: string, work: () => void): Promise<unknown> => (locked = locked.then(work))
	vi.stubGlobal('navigator', { locks: { request } })
	vi.stubGlobal('AudioContext', Context)
	vi.stubGlobal('GainNode', Node)
	vi.stubGlobal('OscillatorNode', Note)
})
afterEach(() => vi.unstubAllGlobals())

/** A sound has two notes. */
async function sounds(): Promise<number> {
	await locked
	return notes / 2
}

test('two tabs that hear of the same changes make one sound for each', async () => {
	for (const which of ['a asks', 'b waits', 'a asks', 'b waits']) chimeOnce(which)
	expect(await sounds()).toBe(2)
	chimeOnce('a asks again')
	expect(await sounds()).toBe(3)
})

test('a tab that is far behind another one stays silent', async () => {
	const all = Array.from({ length: 20 }, (_, at) => `change ${at}`)
	for (const which of [...all, ...all]) chimeOnce(which)
	expect(await sounds()).toBe(20)
})

test('the chime is heard outside of a secure context too, where tabs have no locks', async () => {
	vi.stubGlobal('navigator', {})
	chimeOnce('a asks')
	chimeOnce('a asks')
	expect(await sounds()).toBe(1)
})
