import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const HOOKS = `import { registerHooks } from 'node:module'
registerHooks({
	resolve(name, context, next) {
		if (name === '@lydell/node-pty') throw new Error('not installed')
		return next(name, context)
	},
})`

/** Loads the package in a process of its own: the package is loaded once in each. */
async function loaded(...options: readonly string[]): Promise<string> {
	const file = new URL('./pty.ts', import.meta.url).href
	const program = `const { loadPty } = await import(${JSON.stringify(file)}); console.log(typeof (await loadPty()))`
	const args = [...options, '--input-type=module', '-e', program]
	const { stdout } = await promisify(execFile)(process.execPath, args)
	return stdout.trim()
}

it('terminals are there with the package, and without it nothing fails', async () => {
	const hooks = `--import=data:text/javascript,${encodeURIComponent(HOOKS)}`
	expect(await Promise.all([loaded(), loaded(hooks)])).toEqual(['function', 'object'])
})
