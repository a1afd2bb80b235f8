/** A secret that lies across the edge of what is shown, or of what arrived, is hidden all the same. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { LastLines, OutputFile } from './output-file.ts'
import { place, useCommands } from './test-kit.ts'

useCommands()

const SECRET = `API_KEY=${'Planted7Q'.repeat(4)}`
/** Any four signs of it. */
const LEAK = /Plan|lant|ante|nted|ted7|ed7Q|d7QP|7QPl|QPla/
const filler = (bytes: number) => `${'.'.repeat(99)}\n`.repeat(bytes / 100)

function written(text: string): OutputFile {
	const file = new OutputFile(join(place.project, 'output'))
	file.add(Buffer.from(text))
	return file
}

it('a secret is hidden at every place of the edges of a summary and of a page', () => {
	for (let shift = 0; shift <= SECRET.length; shift++) {
		const head = `${'.'.repeat(3_999 - shift)}\n${SECRET}\n`
		const tail = `${SECRET}\n${'.'.repeat(12_000 - 2 - shift)}\n`
		const file = written(`${head}${filler(30_000)}${tail}`)
		expect(file.summary().text).not.toMatch(LEAK)
		for (const from of [4_000, file.bytes - 12_000])
			expect(file.page(from).text, `${shift}`).not.toMatch(LEAK)
		file.remove()
	}
})

it('the value of an argument whose name is on the line above the page is hidden', () => {
	const file = written(`-password\nPlanted7Q\n${filler(20_000)}`)
	expect(file.page('-password\n'.length).text).toMatch(/^\(hidden\)\n/)
	file.remove()
})

it('a long line is shown cut, and one that is too long to be hidden is said to be', () => {
	const long = written(`a\n${'x y '.repeat(10_000)}end\n`)
	expect(long.summary().text).toMatch(/^a\nx y .*x y end\n$/s)
	long.remove()
	const tooLong = written(`a\n${`${SECRET},`.repeat(4_000)}\n\tlast\n`)
	expect(tooLong.summary().text).toMatch(/^a\n\(line too long\)\n….*…\n\tlast\n$/s)
	expect(tooLong.page(70_000).text).toBe('(line too long)')
	tooLong.remove()
	const alone = written(`${'x'.repeat(300_000)}\n`)
	expect(alone.summary().text).toBe('(line too long)\n… 284001 bytes left out …')
	alone.remove()
	const several = written(`${'x'.repeat(100_000)}\nshort\n${'y'.repeat(100_000)}\n`)
	expect(several.summary().text).toBe('(line too long)\n… 184008 bytes left out …\n(line too long)')
	several.remove()
})

it('output that comes in is told in whole lines only', () => {
	for (let cut = 1; cut < SECRET.length; cut++) {
		const lines = new LastLines(800)
		const told = [
			`one\n${SECRET.slice(0, cut)}`,
			`${SECRET.slice(cut)}\n`,
			'two\n',
			'10%\r20%\r',
		].map((chunk) => lines.next(Buffer.from(chunk)))
		expect(told, `${cut}`).toEqual(['one', undefined, 'two', '20%'])
	}
	const cut = new LastLines(20).next(Buffer.from(`${SECRET}\n`))
	expect(cut).toBeUndefined()
})

it('an unfinished line is held back until it is finished, or nothing follows', () => {
	const file = written('one\n')
	for (let cut = 1; cut < SECRET.length; cut++) {
		const before = file.bytes
		file.add(Buffer.from(`x ${SECRET.slice(0, cut)}`))
		expect(file.summary().text, `${cut}`).not.toMatch(LEAK)
		const page = file.page(before)
		expect(page).toMatchObject({ text: '', firstByte: before, nextByte: before, unfinished: true })
		file.add(Buffer.from(`${SECRET.slice(cut)}\n`))
		expect(file.page(before).text).toBe('x API_KEY=(hidden)\n')
	}
	file.add(Buffer.from('10%\r20%'))
	expect(file.summary().text).toMatch(/\n10%$/)
	file.add(Buffer.from('\rlast'))
	file.end(true)
	expect(file.summary().text).toMatch(/\nlast$/)
	expect(file.page()).toMatchObject({ nextByte: file.bytes, unfinished: false })
	file.remove()
})

it('the last line of a program that was ended while it wrote it is never shown', () => {
	const file = written('one\n')
	file.add(Buffer.from(`x ${SECRET.slice(0, -4)}`))
	file.end(false)
	expect(file.summary().text).toBe('one\n')
	expect(file.page()).toMatchObject({ text: 'one\n', unfinished: true })
	file.remove()
})

it('the line at which an output became too long is never shown', () => {
	const file = written(`${'.'.repeat(99)}\n`.repeat((16 * 1024 * 1024) / 100))
	expect(file.add(Buffer.from(SECRET))).toBe(false)
	file.end(true)
	expect(file.summary().text).not.toMatch(/API|Plan/)
	file.remove()
})
