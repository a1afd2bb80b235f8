import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startRelay } from '../src/app/relay.ts'
import { Cleanups, makeUnityProject, TEST_TIMEOUT_MS, temporaryFolder } from './kit/support.ts'

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

const cleanups = new Cleanups()
let folder: string
let bundle: string

beforeAll(async () => {
	folder = cleanups.add(temporaryFolder(), (made) => made.remove()).path
	const { build } = await import('vite')
	await build({
		root: PACKAGE,
		configFile: join(PACKAGE, 'vite.config.ts'),
		logLevel: 'error',
		build: { outDir: join(folder, 'fairlead', 'dist') },
	})
	bundle = join(folder, 'fairlead', 'dist', 'fairlead.mjs')
	mkdirSync(join(folder, 'home'))
	copyFileSync(join(PACKAGE, 'package.json'), join(folder, 'fairlead', 'package.json'))
})
afterAll(() => cleanups.run())

describe('the published package', () => {
	it('runs without node_modules', async () => {
		const run = (...args: string[]) =>
			spawnSync(process.execPath, [bundle, ...args], {
				encoding: 'utf8',
				env: { ...process.env, FAIRLEAD_HOME: join(folder, 'home'), NO_COLOR: '1' },
			})
		expect(run('--version').status).toBe(0)
		expect(run('simulate', '--help').status).toBe(0)
		expect(run('status').status).toBe(3)
		// A busy port ends `up`, after every part of the relay was loaded and started.
		const other = cleanups.add(await startRelay({ home: join(folder, 'other') }), (relay) =>
			relay.close(),
		)
		const up = run('up', '--port', String(other.port))
		expect(up.stderr).toContain('in use')
		expect(up.status).toBe(2)
		const project = makeUnityProject(folder, 'Game')
		const link = run(
			'link',
			project,
			'--url',
			'https://a.example/p/x',
			'--token',
			't',
			'--no-check',
		)
		expect(link).toMatchObject({ status: 0, stderr: '' })
		expect(run('unlink', project).status).toBe(0)
	})

	it('starts as a command and imports nothing that npm would have to install', () => {
		expect(readFileSync(bundle, 'utf8').startsWith('#!/usr/bin/env node\n')).toBe(true)
		for (const name of readdirSync(join(bundle, '..'))) {
			if (!name.endsWith('.mjs')) continue
			const code = readFileSync(join(bundle, '..', name), 'utf8')
			for (const [, from] of code.matchAll(/^import\s[^'"]*?["']([^"']+)["'];?$/gm))
				expect(from?.startsWith('./') || isBuiltin(from ?? '')).toBe(true)
		}
	})

	it('contains the licences of its dependencies', () => {
		const licences = readFileSync(join(bundle, '..', 'licenses.md'), 'utf8')
		for (const name of ['ws', 'commander', 'zod', 'diff', 'write-file-atomic', 'pngjs', 'jpeg-js'])
			expect(licences).toContain(`## ${name} - `)
		expect(licences).not.toMatch(/^## .*\(.*GPL/m)
	})
})
