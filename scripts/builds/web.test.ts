/** A change of anything that the page is made of leads to a new page. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../paths.ts'
import { WEB_INPUTS } from './web.ts'

/** Made by builds and npm, of tests, or run by hand. */
const NO_INPUTS = ['dist', 'node_modules', 'test', 'scripts']

test('everything in web/ counts for the build of the page', () => {
	const there = readdirSync(join(ROOT, 'web')).filter((name) => !NO_INPUTS.includes(name))
	expect(there.filter((name) => !WEB_INPUTS.includes(`web/${name}`))).toEqual([])
})
