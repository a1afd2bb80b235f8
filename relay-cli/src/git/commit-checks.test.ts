/** Files that leave the folder with a commit, or are lost by a switch, without anybody having been asked. */
import { readFileSync, rmSync } from 'node:fs'
import { permissionsOf } from '@fairlead/protocol/tools'
import { expect, it } from 'vitest'
import { at, call, put, result, terminal, useRepository } from './test-kit.ts'

useRepository()

it('a commit takes a file that usually holds secrets only by its name, which is asked about', async () => {
	put('Server/.env', 'TOKEN=1')
	put('Server/.ssh/config', 'Host a')
	put('Server/app.js', '')
	for (const paths of [['Server'], ['.'], ['Server/app.js', 'Server/.env', 'Server']])
		expect(await call('commit', { message: 'All', paths })).toMatchObject({
			error: { code: 'denied', message: expect.stringContaining('Server/.ssh/config') },
		})
	expect(terminal('status', '--porcelain')).toBe('?? Server/\n')
	for (const [paths, subject] of [
		[['Server/.env'], 'Server/.env'],
		[['Server/app.js', 'Server/.ssh'], 'Server/.ssh'],
	] as const) {
		expect(permissionsOf('git', { action: 'commit', message: 'One', paths })).toMatchObject([
			{ risk: 'execute', subject },
		])
		expect(await result('commit', { message: 'One', paths })).toMatchObject({
			files: paths.length,
		})
	}
	terminal('rm', '-q', '--cached', 'Server/.env')
	rmSync(at('Server/.env'))
	expect(await result('commit', { message: 'Out', paths: ['Server'] })).toMatchObject({
		files: 1,
	})
})

it('git does not switch to a branch without a file that usually holds secrets', async () => {
	await result('switch', { name: 'other', create: true })
	put('.env', 'TOKEN=1')
	await result('commit', { message: 'Env', paths: ['.env'] })
	expect(await call('switch', { name: 'main' })).toMatchObject({
		error: { code: 'denied', message: expect.stringContaining('.env') },
	})
	expect(readFileSync(at('.env'), 'utf8')).toBe('TOKEN=1')
	await result('switch', { name: 'third', create: true })
	await result('switch', { name: 'other' })
	expect(await call('switch', { name: 'none' })).toMatchObject({
		error: { message: expect.stringContaining('none') },
	})
})

it("git neither commits Fairlead's own files nor shows what changed in them", async () => {
	put('fairlead/.fairlead/home/relay.json', 'own-token')
	put('stack/setup-token', 'own-token')
	put('stack/state/rows.txt', 'own-token')
	for (const path of ['fairlead', '.', 'stack'])
		expect(await call('commit', { message: 'All', paths: [path] })).toMatchObject({
			error: { code: 'denied', message: expect.stringContaining("Fairlead's own files") },
		})
	expect(terminal('status', '--porcelain')).toBe('?? fairlead/\n?? stack/\n')
	terminal('add', '.')
	terminal('commit', '-q', '-m', 'By hand')
	rmSync(at('stack'), { recursive: true })
	for (const args of [
		{ staged: false, since: 'HEAD~1' },
		{ path: 'fairlead', since: 'HEAD~1' },
	])
		expect(JSON.stringify(await result('diff', args))).not.toContain('own-token')
})
