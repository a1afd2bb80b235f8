import { expect, it } from 'vitest'
import { LastWords } from './last-words.ts'

const SECRET = `sk-ant-${'Planted7Q'.repeat(4)}`
const LEAK = /Plan|lant|ante|nted|ted7|ed7Q|d7QP|7QPl|QPla/

it('last words are shown without secrets, in whatever pieces they came', () => {
	for (let cut = 1; cut < SECRET.length; cut++) {
		const words = new LastWords(600)
		words.add(`one\nlogin with ${SECRET.slice(0, cut)}`)
		words.add(`${SECRET.slice(cut)} failed\n`)
		expect(words.text, `${cut}`).toBe('one\nlogin with (hidden) failed')
		expect(words.lastLine).toBe('login with (hidden) failed')
	}
})

it('last words begin with no half of a secret where they are cut', () => {
	for (let shift = 0; shift <= SECRET.length; shift++) {
		const words = new LastWords(100)
		words.add(`${'.'.repeat(20_000)}\n${SECRET}\n${'.'.repeat(100 - shift)}`)
		expect(words.text, `${shift}`).not.toMatch(LEAK)
	}
	for (let shift = 0; shift <= SECRET.length; shift++) {
		const words = new LastWords(100)
		words.add(`${SECRET}\n${'.\n'.repeat(4_050 - shift)}`)
		expect(words.text, `${shift}`).not.toMatch(LEAK)
	}
	const endless = new LastWords(100)
	endless.add(`${SECRET} `.repeat(1_000))
	expect(endless.text).toBe('')
})
