import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { Cleanups, temporaryFolder } from '../../../test/kit/support.ts'
import { callersFolder } from './given-folder.ts'

const cleanups = new Cleanups()
afterEach(() => cleanups.run())
const folder = (): string => cleanups.add(temporaryFolder(), (made) => made.remove()).path

test('a script of npm runs in the clone, and means the folder of the person who started it', () => {
	const [clone, game] = [folder(), folder()]
	const env = { INIT_CWD: game, npm_package_json: join(clone, 'package.json') }
	expect(callersFolder(env, clone)).toBe(game)
	expect(callersFolder({}, clone)).toBe(clone)
	// A program that such a script has started somewhere else.
	expect(callersFolder(env, game)).toBe(game)
	const elsewhere = folder()
	expect(callersFolder(env, elsewhere)).toBe(elsewhere)
})
