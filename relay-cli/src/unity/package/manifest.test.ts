import { describe, expect, it } from 'vitest'
import { OUR_PACKAGE, readManifest, withoutPackage, withPackage } from './manifest.ts'

const SOURCE = 'file:/home/ada/fairlead/unity-package'
const PATH = '/game/Packages/manifest.json'
const USUAL = `{
  "dependencies": {
    "com.unity.ide.rider": "3.0.31",
    "com.unity.modules.ui": "1.0.0"
  }
}
`
const add = (text: string): string => withPackage(text, SOURCE, PATH)
const remove = (text: string): string => withoutPackage(text, PATH)

describe('installing changes one line', () => {
	it('in its place by the alphabet, as Unity sorts', () => {
		expect(add(USUAL)).toBe(
			USUAL.replace('    "com.unity.ide', `    "${OUR_PACKAGE}": "${SOURCE}",\n    "com.unity.ide`),
		)
	})

	it('keeping indentation, line ends, a byte order mark, order and everything else', () => {
		const odd = `\uFEFF${[
			'{',
			'\t"scopedRegistries": [ { "name":"x",   "url": "https://r.example", "scopes": [] } ],',
			'\t"dependencies": {',
			'\t\t"com.a": "1.0.0",',
			'\t\t"com.z": "file:../../Höhle 洞"',
			'\t},',
			'\t"testables": ["com.z"]',
			'}',
		].join('\r\n')}`
		const installed = add(odd)
		expect(installed).toBe(
			odd.replace('\t\t"com.z"', `\t\t"${OUR_PACKAGE}": "${SOURCE}",\r\n\t\t"com.z"`),
		)
		expect(remove(installed)).toBe(odd)
	})

	it('also as the last one, and where there were none', () => {
		const last = USUAL.replaceAll('com.unity', 'com.aaa')
		expect(readManifest(add(last), PATH).dependencies[OUR_PACKAGE]).toBe(SOURCE)
		expect(remove(add(last))).toBe(last)
		for (const text of ['{}', '{ "dependencies": {} }', '{\n  "dependencies": {}\n}\n'])
			expect(readManifest(add(text), PATH).dependencies).toEqual({ [OUR_PACKAGE]: SOURCE })
	})

	it('once: a second time nothing is changed, and another source replaces the first', () => {
		const once = add(USUAL)
		expect(add(once)).toBe(once)
		const other = withPackage(once, 'https://example.com/f.git', PATH)
		expect(other).toBe(once.replace(SOURCE, 'https://example.com/f.git'))
	})
})

it('uninstalling takes out only ours', () => {
	expect(remove(add(USUAL))).toBe(USUAL)
	expect(remove(USUAL)).toBe(USUAL)
	expect(remove('{}')).toBe('{}')
})

it.each([
	['{\n  "dependencies": {\n    "a": "1",\n  }\n}', 'line 4, column 3'],
	['{\n  // mine\n  "dependencies": {}\n}', 'line 2, column 3'],
	['{ "dependencies": {', 'line 1, column 20'],
	['{ "dependencies": [] }', 'must be an object'],
	['[]', 'JSON object'],
	['', 'line 1, column 1'],
	[`{"dependencies":{"${OUR_PACKAGE}":"1","${OUR_PACKAGE}":"2"}}`, 'listed twice'],
])('a broken manifest is refused with the place: %j', (text, words) => {
	expect(() => add(text)).toThrow(words)
	expect(() => add(text)).toThrow(PATH)
	expect(() => remove(text)).toThrow('Nothing was changed')
})
