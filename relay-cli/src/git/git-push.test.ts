import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { permissionsOf } from '@fairlead/protocol/tools'
import { describe, expect, it } from 'vitest'
import { place } from '../programs/test-kit.ts'
import { isUsable, withoutCredentials } from './addresses.ts'
import { at, call, evil, result, terminal, useRepository } from './test-kit.ts'

useRepository()

const bare = (name = 'remote.git'): string => {
	const path = join(place.project, '..', name)
	terminal('init', '-q', '--bare', path)
	return path
}

describe('git push', () => {
	it('pushes to a remote of the user', async () => {
		const remote = bare()
		terminal('remote', 'add', 'origin', remote)
		await result('push', { branch: 'main', to: [remote] })
		expect(terminal('ls-remote', 'origin')).toContain('refs/heads/main')
		expect(await call('push', { branch: 'none', to: [remote] })).toMatchObject({
			error: { message: expect.stringContaining('The push failed. Git says:') },
		})
	})

	it('pushes one branch to a remote by its name, not to a path, and no tags', async () => {
		const remote = bare()
		terminal('init', '-q', '--bare', 'Assets/evil')
		terminal('remote', 'add', 'origin', remote)
		terminal('config', 'remote.a..b.url', remote)
		terminal('config', 'push.followTags', 'true')
		terminal('tag', '-a', '-m', 'One', 'v1')
		for (const wrong of ['Assets/evil', 'a..b', 'orig'])
			expect(
				await call('push', { branch: 'main', remote: wrong, to: [remote] }),
				wrong,
			).toMatchObject({
				error: { code: 'invalid_arguments', hint: expect.stringContaining('origin') },
			})
		await result('push', { branch: 'main', to: [remote] })
		expect(terminal('ls-remote', 'origin')).not.toContain('v1')
		expect(terminal('ls-remote', 'Assets/evil')).toBe('')
	})

	it('goes only where the question said, whatever the remote is called', async () => {
		const [said, other] = [bare('said.git'), bare('other.git')]
		terminal('remote', 'add', 'origin', 'said:')
		terminal('config', `url.${said}.insteadOf`, 'said:')
		expect(await result('remotes')).toEqual({ remotes: [{ name: 'origin', to: [said] }] })
		terminal('config', 'remote.origin.pushurl', other)
		for (const wrong of [['said:'], [said], [said, other]])
			expect(await call('push', { branch: 'main', to: wrong })).toMatchObject({
				error: {
					code: 'invalid_arguments',
					message: `A push to origin goes to ${other}.`,
					hint: expect.stringContaining('The user is then asked'),
				},
			})
		terminal('config', '--add', 'remote.origin.pushurl', said)
		terminal('config', 'url.said.git.pushInsteadOf', 'unused:')
		const { remotes } = await result('remotes')
		expect(remotes).toEqual([{ name: 'origin', to: [other, said] }])
		expect(await call('push', { branch: 'main', to: [other] })).toMatchObject({ status: 'error' })
		expect(terminal('ls-remote', said) + terminal('ls-remote', other)).toBe('')
		await result('push', { branch: 'main', to: [said, other] })
		for (const remote of [said, other])
			expect(terminal('ls-remote', remote)).toContain('refs/heads/main')
	})

	it('is allowed for one address at a time', () => {
		const args = { action: 'push', remote: 'origin', branch: 'main' }
		const [permission] = permissionsOf('git', { ...args, to: ['https://a.example/x.git'] })
		expect(permission).toMatchObject({ subject: 'main to origin (https://a.example/x.git)' })
	})

	it.each([
		['an ext address', 'remote.origin.url', (program: string) => `ext::${program}`],
		['a helper of the remote', 'remote.origin.vcs', () => 'ext'],
		['a program of the other side', 'remote.origin.receivepack', (program: string) => program],
		['a proxy of git addresses', 'core.gitProxy', (program: string) => program],
	])('starts no program that only the repository names: %s', async (_, key, value) => {
		const remote = key === 'core.gitProxy' ? 'git://127.0.0.1:1/x.git' : bare()
		terminal('remote', 'add', 'origin', remote)
		const program = evil('named')
		terminal('config', 'protocol.ext.allow', 'always')
		terminal('config', 'protocol.allow', 'always')
		terminal('config', key, value(program))
		if (key === 'remote.origin.vcs') terminal('config', 'remote.origin.url', program)
		const to =
			key === 'remote.origin.url' ? `ext::${program}` : terminal('remote', 'get-url', 'origin')
		await call('push', { branch: 'main', to: [to.trim()] })
		expect(existsSync(at('ran'))).toBe(false)
	})

	it('tells no password of an address when it fails', async () => {
		const address = 'https://ada:Planted7QPlanted@127.0.0.1:1/x.git'
		terminal('remote', 'add', 'origin', address)
		const outcome = await call('push', { branch: 'main', to: ['https://127.0.0.1:1/x.git'] })
		expect(outcome).toMatchObject({ error: { message: expect.stringContaining('127.0.0.1') } })
		expect(JSON.stringify(outcome)).not.toContain('Planted')
	})

	it('is not signed by a program of the repository', async () => {
		const remote = bare()
		terminal('-C', remote, 'config', 'receive.certNonceSeed', 'seed')
		terminal('remote', 'add', 'origin', remote)
		terminal('config', 'push.gpgSign', 'true')
		terminal('config', 'gpg.program', evil('gpg'))
		await result('push', { branch: 'main', to: [remote] })
		expect(existsSync(at('ran'))).toBe(false)
	})

	it.each([
		'https://example.com/x.git',
		'ssh://git@example.com/x',
		'git+ssh://a/b',
		'git://a/b',
		'git@example.com:x.git',
		'file:///srv/x.git',
		'/srv/x.git',
		'../x.git',
		'C:\\git\\x',
	])('goes to %s', (address) => {
		expect(isUsable(address)).toBe(true)
	})

	it.each([
		'http://example.com/x.git',
		'ext::sh -c x',
		'foo::https://a/b',
		'ftp://a/b',
		'HTTPS::x',
	])('does not go to %s, and says what to do instead', async (address) => {
		terminal('remote', 'add', 'origin', address)
		expect(await call('push', { branch: 'main', to: [address] })).toMatchObject({
			error: {
				code: 'unsupported',
				message: expect.stringContaining(address),
				hint: expect.stringContaining('run_command'),
			},
		})
	})

	it.each(
		[
			['https://ada:secret@example.com/x.git', 'https://example.com/x.git'],
			['https://ghp_token@example.com/x.git', 'https://example.com/x.git'],
			['https://github.com@evil.example/x.git', 'https://evil.example/x.git'],
			['https://a@b@evil.example/x@y.git', 'https://evil.example/x@y.git'],
			['ssh://git:secret@example.com:22/x.git', 'ssh://git@example.com:22/x.git'],
			['git@example.com:games/x.git', 'git@example.com:games/x.git'],
			['/srv/git/x@y.git', '/srv/git/x@y.git'],
			[
				'https://example.com/a.git?private_token=glpat-abcdefghijklmnop#x',
				'https://example.com/a.git',
			],
			['hg::https://ada:secret@example.com/x', 'hg::https://example.com/x'],
			['a::b::https://ada:secret@example.com/x?key=1', 'a::b::https://example.com/x'],
			['https://example.com:8443/games/the-game-with-a-name-that-never-seems-to-end.git', null],
			['file:///srv/c#/x.git', null],
			['C:\\games\\x.git', null],
		].map(([address, told]) => [address ?? '', told ?? address ?? '']),
	)('tells the address %s without credentials', (address, told) => {
		expect(withoutCredentials(address)).toBe(told)
	})
	it.each([
		'https://dl.example.com/$/x.git',
		'https://dl.example.com/basic/$/games/x',
		'git@example.com:$/x.git',
		'hg::https://dl.example.com/$/x',
	])('hides a token in %s, and tells another token differently', (address) => {
		const tokens = ['a', 'b'].flatMap((end) => [
			`glpat-abcdefgh1234567${end}`,
			`Q3VyaW9zaXR5IGtpbGxlZCB0aGUgY2F0LCBhbGFz0${end}`,
		])
		const told = tokens.map((token) => withoutCredentials(address.replace('$', token)))
		for (const [at, one] of told.entries()) {
			expect(one).not.toContain(tokens[at])
			expect(one.replace(/\(hidden [0-9a-f]{8}\)/, '$')).toBe(address)
		}
		expect(new Set(told).size).toBe(tokens.length)
	})

	it('hides the secrets of a program that an address starts', () => {
		const told = withoutCredentials('ext::sh -c "curl --token Xyz12345 %S"')
		expect(told).toBe('ext::sh -c "curl --token (hidden) %S"')
	})
	it('hides them in the words of git too', async () => {
		const token = 'Q3VyaW9zaXR5IGtpbGxlZCB0aGUgY2F0LCBhbGFz0'
		const address = `https://127.0.0.1:1/${token}/x.git?private_token=my-own-pass`
		terminal('remote', 'add', 'origin', address)
		const [{ to }] = (await result('remotes'))['remotes'] as [{ to: string[] }]
		const failed = JSON.stringify(await call('push', { branch: 'main', to }))
		expect(failed).toContain('The push failed. Git says: ')
		expect(failed).toContain('127.0.0.1:1')
		expect(failed).not.toContain(token)
		expect(failed).not.toContain('my-own-pass')
	})
})
