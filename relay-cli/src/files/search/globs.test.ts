import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { volume } from '../../../../test/volume.ts'
import { globTest } from './globs.ts'

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** A second way to say the same: the source of a regular expression, which takes long on some names. */
function globSource(glob: string): string {
	let source = ''
	for (let at = 0; at < glob.length; at++) {
		const char = glob[at] as string
		if (char === '\\' && at + 1 < glob.length) source += literal(glob[++at] as string)
		else if (char === '*') {
			const stars = /^\*+/.exec(glob.slice(at))?.[0].length ?? 1
			const whole = (at === 0 || glob[at - 1] === '/') && stars > 1
			at += stars - 1
			if (whole && glob[at + 1] === '/') {
				source += '(?:[^/]+/)*'
				at++
			} else source += whole && at === glob.length - 1 ? '.*' : '[^/]*'
		} else if (char === '?') source += '[^/]'
		else if (char === '[') {
			const set = /^\[([!^]?)(\]?(?:\\.|[^\]\\])*)\]/.exec(glob.slice(at))
			if (set) {
				const members = (set[2] ?? '').replace(/\\(.)/g, '$1').replace(/[\\\]^[]/g, '\\$&')
				source += `(?!/)[${set[1] ? '^' : ''}${members}]`
				at += set[0].length - 1
			} else source += '\\['
		} else source += literal(char)
	}
	return source
}

function asRegex(glob: string): (path: string) => boolean {
	const whole = new RegExp(`^${globSource(glob)}$`)
	return (path) => whole.test(glob.includes('/') ? path : path.slice(path.lastIndexOf('/') + 1))
}

describe('a glob', () => {
	it('matches as the regular expression that says the same', () => {
		const pieces = [
			'a',
			'b',
			'*',
			'**',
			'***',
			'?',
			'/',
			'[ab]',
			'[!a]',
			'[]a]',
			'[',
			']',
			'\\',
			'**/',
		]
		const globs = fc
			.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 })
			.map((some) => some.join(''))
		const name = fc.stringMatching(/^[ab\][]{1,4}$/)
		const paths = fc.array(name, { minLength: 1, maxLength: 5 }).map((names) => names.join('/'))
		fc.assert(
			fc.property(globs, paths, (glob, path) => {
				expect(globTest(glob)(path)).toBe(asRegex(glob)(path))
			}),
			{ numRuns: volume(400_000) },
		)
	})

	it('takes no long time on a name or a path that almost matches', () => {
		for (const glob of [`${'*a'.repeat(60)}b`, `${'*?'.repeat(60)}b`, `${'*[a]'.repeat(40)}b`])
			expect(globTest(glob)('a'.repeat(250))).toBe(false)
		expect(globTest(`${'**/a/'.repeat(39)}b`)('a/'.repeat(1_000).concat('a'))).toBe(false)
		expect(globTest(`${'**/a/'.repeat(39)}b`)('a/'.repeat(1_000).concat('b'))).toBe(true)
		expect(globTest(`${'{*a,*?}'.repeat(6)}${'*a'.repeat(60)}b`)('a'.repeat(250))).toBe(false)
	})

	it('with a set that is none is refused', () => {
		expect(() => globTest('[z-a]')).toThrow(SyntaxError)
	})
})
