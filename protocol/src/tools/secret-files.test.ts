import { describe, expect, it } from 'vitest'
import { permissionsOf } from './permissions.ts'
import { holdsSecrets } from './secret-files.ts'

describe('a file that usually holds secrets', () => {
	it.each([
		'.env',
		'.ENV',
		'Server/.env.production',
		'prod.env',
		'.npmrc',
		'Assets\\Keys\\release.keystore',
		'id_ed25519',
		'.ssh/config',
		'.kube',
		'Server/.AWS/',
		'.docker/config.json',
		'.config/gcloud/access_tokens.db',
		'config/credentials.json',
		'secrets.yaml',
		'my-project-service-account.json',
		'certs/server.pem',
		'.upmconfig.toml',
	])('%s', (path) => expect(holdsSecrets(path)).toBe(true))

	it.each([
		'.env.example',
		'.env.template',
		'Assets/Scripts/Environment.cs',
		'Assets/Secrets.cs',
		'Assets/Key.prefab',
		'Assets/Credentials.cs',
		'package.json',
		'.gitignore',
		'docs/keys.md',
	])('is not %s', (path) => expect(holdsSecrets(path)).toBe(false))
})

describe('a call that would send one to a model', () => {
	const CALLS: [string, Record<string, unknown>][] = [
		['read_file', { path: '.env' }],
		['copy_file', { from: 'Server/credentials.json', to: 'Assets/a.json' }],
		['copy_file', { from: '.kube', to: 'Assets/k' }],
		['move_file', { from: 'Server/credentials.json', to: 'Assets/a.json' }],
		['move_file', { from: 'Assets/build.log', to: 'Assets/build.txt' }],
		['copy_file', { from: 'Assets/build.log', to: 'Assets/build.txt' }],
		['edit_file', { path: 'Assets/secrets.json', edits: [{ find: 'a', replace: 'b' }] }],
		['write_file', { path: 'Assets/secrets.json', content: '{}' }],
		['append_to_file', { path: 'Assets/secrets.json', content: '{}' }],
		['search_files', { regex: '.', path: 'Server/credentials.json' }],
	]
	it.each(CALLS)('%s %o asks, for that file alone', (tool, args) => {
		const subject = String(args['from'] ?? args['path'])
		expect(permissionsOf(tool, args)).toEqual([{ tool, action: 'run', risk: 'execute', subject }])
	})

	it('other files are read without asking', () => {
		expect(permissionsOf('read_file', { path: 'Assets/Spin.cs' })).toEqual([
			{ tool: 'read_file', action: 'run', risk: 'read' },
		])
	})
})
