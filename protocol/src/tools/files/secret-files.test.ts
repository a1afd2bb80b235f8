import { describe, expect, it } from 'vitest'
import { permissionsOf } from '../permissions.ts'
import { holdsSecrets, isLog } from './secret-files.ts'

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
		'serviceAccountKey.json',
		'Server/service-account-keys.json',
		'firebase-serviceAccountKey.dev.json',
		'Assets/google-services.json',
		'Assets/GoogleService-Info.plist',
		'game-firebase-adminsdk-x1y2-0a1b.json',
		'application_default_credentials.json',
		'certs/server.pem',
		'.upmconfig.toml',
		...['.env~', '.env.bak', '.env_prod', '.env-local', '.env.swp', '..env.swp', 'Copy of .env'],
		...[
			'id_rsa.bak',
			'id_rsa copy',
			'id_rsa (1)',
			'.id_rsa.swp',
			'#id_rsa#',
			'.#id_rsa',
			'id_rsa.1',
		],
		...[
			'server.key.bak',
			'server.key.2024-01-31',
			'server - Copy.key',
			'.npmrc.bak',
			'.npmrc.orig',
		],
		...[
			'credentials.json.old',
			'credentials (2).json',
			'credentials-backup.json',
			'secrets.json.bak',
		],
		...['secrets.json.20240131-1200', 'secrets.json.bak2', 'secrets.yml.save~', 'secrets.json.gz'],
		...['prod.env.bak', '.vault-token', '.vault_pass', 'kubeconfig.old', 'putty.ppk'],
		...['secring.gpg', 'private.asc', 'my-private-key.asc', 'ada.secret.asc', 'PrivateKey.asc'],
		...['Android/keystore.properties', 'key.properties', 'terraform.tfstate', 'prod.tfvars'],
		...['terraform.tfstate.backup', 'terraform.tfstate.1700000000.backup', 'a.auto.tfvars.json'],
		...['.dockerconfigjson', 'office.ovpn', 'Unity_v2022.x.ulf', 'Unity_lic.ulf', '.bash_history'],
		...['.fairlead/home/relay.json', '/home/ada/fairlead/.fairlead/links.json', '.fairlead/state'],
		...['.dev.vars', '.dev.vars.staging', 'setup-token', 'secrets-key'],
		...['.zsh_history', '.python_history', 'github_token.txt', 'token.txt', 'passwords.txt'],
		...['secrets/prod.txt', 'deploy/secrets/db_password', 'Secrets/app.yml'],
		...['.secrets', '.secrets/db', 'tokens.json', 'Assets/Tokens.txt', 'secret.txt', 'api_key.txt'],
		...['id_rsa.txt', 'id_ed25519_sk', 'id_rsa_github', 'NuGet.config', '.terraformrc'],
		...['credentials.tfrc.json', 'app.publishsettings', '.m2/settings.xml', 'sub/.m2/settings.xml'],
		...['.config/gh/hosts.yml', '.config/gh', '.password-store/git.gpg', '.codex/auth.json'],
		...['auth.json', '.gradle/gradle.properties', '.m2/settings.xml.bak', '.passwd-s3fs'],
		...['github-tokens.json', 'my-secrets.json', 'prod.secrets.yml', 'secrets.prod.json'],
		...[
			'db_password.txt',
			'access-keys.csv',
			'credentials.xml',
			'Secrets.plist',
			'.credentials.json',
		],
		...['new_user_credentials.csv', 'ada_accessKeys.csv', 'rootkey.csv', 'passwords.md'],
		...['.gemini/oauth_creds.json', 'butler_creds', 'creds.yml', '.creds', 'itch credentials'],
		...['.claude.json', '.claude.json.backup', '.mcp.json', '.cursor/mcp.json', '.vscode/mcp.json'],
		...['claude_desktop_config.json', 'pgpass.conf', '.mylogin.cnf', 'Secrets.xcconfig'],
		...['ssh_host_rsa_key', 'etc/ssh/ssh_host_ed25519_key.bak', '.config/sops/age/keys.txt'],
		...['key.pem.txt', 'server.key.txt', 'gcp-key.json', 'game-firebase-key.json', 'sa_key.json'],
		...['login.keychain-db', 'System.keychain', 'logins.json', 'key4.db', 'Login Data'],
		...['ConsoleHost_history.txt', 'Visual Studio Code Host_history.txt', 'deploy_key.txt'],
		...['.ssh.bak/config', '.aws_old/config', 'release.keystore.1', 'ID_RSA.BAK'],
		...['.p4config', '.p4tickets', '.p4enviro', '.gitconfig', '.hgrc', '.hg/hgrc', '.viminfo'],
		...['.lesshst', '.Renviron', '.Rhistory', 'pip.conf', 'pip.ini', '.bundle/config', '.condarc'],
		...['.subversion/auth', '.subversion/auth/svn.simple/0a1b', '.odbc.ini', 'config/database.yml'],
		...['.vscode/sftp.json', 'sftp-config.json', '.ftpconfig', 'sitemanager.xml', 'filezilla.xml'],
		...['WinSCP.ini', '.clasprc.json', 'local.settings.json', 'cookies.txt', 'cookies.sqlite'],
		...[
			'github_token',
			'api_token',
			'discord_token',
			'Server/db-password',
			'prod.secret',
			'my_api_key',
		],
		...['.claude/settings.local.json', '.codex/config.toml', '.gemini/settings.json'],
		...['.continue/config.json', '.continue/config.yaml', '.aider.conf.yml', 'oauth.json'],
		...[
			'.gemini/oauth.json',
			'config.vdf',
			'loginusers.vdf',
			'wg0.conf',
			'etc/wireguard/desk.conf',
		],
		...['UserSettings/EditorUserSettings.asset', 'Assets/GameAnalytics/Settings.asset'],
		...['Assets/PlayFabSdk/Shared/Public/Resources/PlayFabSharedSettings.asset', 'key.txt'],
		...['Assets/Resources/GameAnalytics/Settings.asset', 'desk.rdp', 'Game.snk', 'game.pvk'],
		...[
			'mac.provisionprofile',
			'old.kdb',
			'a.jceks',
			'a.bks',
			'.mc/config.json',
			'.cargo/credentials',
		],
		...['.cargo/credentials.toml', '.wrangler/config/default.toml', '.fly/config.yml'],
		...['.netlify/config.json', '.circleci/cli.yml', 'pip.conf.bak', '.gitconfig~'],
		...['.env.a\nb', 'a\nb.pem', 'a\nb/.env', '.config/gh/a\nb', 'deploy_key', 'deploy-key'],
		...['github_rsa', 'openai_key', 'openai_key.txt', '.openai/key', '.auth.json', '.envrc.local'],
		...[
			'env.local',
			'.env/prod',
			'vault_pass.txt',
			'.vault_pass.txt',
			'cookies.json',
			'kube/config',
		],
		...['.stripe/config.toml', '.snowsql/config', '.netrc.gpg', '.mongorc.js'],
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
		...['.env.example~', '.env.example.bak', '.env_example', '.env-sample', '.environment'],
		...[
			'Assets/Player.cs.bak',
			'Assets/Player.cs~',
			'Player_old.cs',
			'Level 1.unity',
			'Level (1).unity',
		],
		...[
			'backup',
			'old',
			'copy',
			'notes.1',
			'notes.2024-01-31.md',
			'Backup/Door.prefab',
			'data.json.gz',
		],
		...['secret-garden.png', 'Assets/SecretDoor_old.prefab', 'credentials-help.md', 'keyboard.old'],
		...['.fairlead/skills/doors/SKILL.md', 'site/links.json', 'home/relay.json'],
		...['fairlead-1.0.tar.gz.asc', 'public.asc', 'KEYS.asc', 'main.tf', 'gradle.properties'],
		...['appsettings.Development.json', 'history.md', 'terraform.tfvars.example'],
		...['Assets/PrivateBeta.asset', 'Assets/Broken.txt', 'Password.cs', 'local.properties'],
		...['id_rsa.pub', 'id_ed25519_work.pub', 'Assets/Tokens', 'Assets/Tokens/Coin.prefab'],
		...['design-tokens.json', 'design.tokens.json', 'reset-password.txt', 'forgot_password.json'],
		...['example.secrets.json', 'sample-tokens.json', 'secrets.json.example', 'public-keys.json'],
		...['locales/en/auth.json', 'settings.xml', '.config/app/hosts.yml', 'src/token.ts'],
		...['Assets/SecretDoor.json', 'secret-door.json', 'Assets/Passwords.cs', 'tokenizer.json'],
		...['Assets/UI/CredentialsPanel.cs', 'PasswordField.uxml', 'locales/en/key.json', 'keys.txt'],
		...['Credits.txt', 'credits.json', 'Creds.cs', 'sample_credentials.csv', 'new-password.json'],
		...[
			'Assets/Secrets/level1.json',
			'secrets/readme.md',
			'secrets/door.prefab',
			'src/a/secrets/x.txt',
		],
		...['secrets.md', 'docs/tokens.md', 'credentials.md', 'api_keys.md', 'creds.prefab'],
		...['docs/password.md', 'docs/reset-passwords.md', 'mcp.json', 'src/mcp.json', 'claude.json'],
		...['ssh_host_rsa_key.pub', 'key.pem.cs', 'google-keyboard.json', 'monkey.json', 'hotkeys.txt'],
		...['Keychain.cs', 'login.json', 'Logins.cs', 'Secrets.xcconfig.example', 'age/keys.json'],
		...['match_history.txt', 'ghost_history.txt', 'Level data', 'keyrings.txt', 'visa_key.cs'],
		// Nearly all of them hold no secret, and are read daily: settings that are committed, and those of a build.
		...['appsettings.json', '.cargo/config.toml', '.claude/settings.json', '.circleci/config.yml'],
		// A key of a table, of a keyboard or of a translation; a login's text.
		...['keys.json', 'locales/en/oauth.json', 'src/oauth.ts', 'Assets/Key.txt.cs', 'Cookies.cs'],
		// Copies of an example, which are meant to be read as it is.
		...['.env.sample.bak', 'Server/.env.template.old'],
		...['Assets/Player Token', 'design-token', 'new_password', 'Assets/Board_Tokens', 'wg.conf'],
		...['deploy_key.pub', 'github_rsa.pub', 'deploy-keys.md', 'src/kube/config.ts'],
		...['Assets/Settings.asset', 'Assets/UI/reset_password', 'database.yaml.cs', 'app_build.vdf'],
		...['Assets/Envelope.env.cs', 'Packages/manifest.json.bak', 'tokens.css', 'ssh.bak', '~', '#'],
	])('is not %s', (path) => expect(holdsSecrets(path)).toBe(false))
})

describe('a file that is called by what it holds', () => {
	const WORDS = ['secret', 'credential', 'password', 'token', 'api_key', 'private-key']
	const names = WORDS.flatMap((word) => [word, `${word}s`])
	const endings = ['txt', 'json', 'yaml', 'yml', 'toml', 'ini', 'csv', 'conf']
	it.each(names)('%s is asked about, whatever its ending', (name) => {
		for (const ending of endings) {
			expect(holdsSecrets(`Server/${name}.${ending}`), `${name}.${ending}`).toBe(true)
			expect(holdsSecrets(`Server/my-${name}.${ending}`), `my-${name}.${ending}`).toBe(true)
		}
		expect(holdsSecrets(`.${name}`)).toBe(true)
		for (const ending of ['cs', 'ts', 'prefab', 'png'])
			expect(holdsSecrets(`Server/${name}.${ending}`), `${name}.${ending}`).toBe(false)
	})
})

describe('a log', () => {
	it.each([
		...['run.log', 'RUN.LOG', 'Logs/Editor-prev.log', 'app.log.1', 'app.log.2.gz', 'app.log~'],
		...['app.log-20240131', 'app.log.2024-01-31', 'app.log.2024-01-31T12:00:00Z', 'app.log.bak'],
		...['app.log (1)', 'a\nb-log.txt', 'app - Copy.log', 'Logs\\app.log.old'],
		...['Game_Data/output_log.txt', 'output_log.txt.1', 'log.txt', 'nohup.out', 'nohup.out.old'],
		...['build-log.txt', 'stdout.txt', 'server.stderr.txt'],
	])('%s', (path) => expect(isLog(path)).toBe(true))
	it.each([
		'log',
		'log.1',
		'Blog.cs',
		'run.log.cs',
		'changelog.md',
		'app.log/notes.txt',
		'catalog.bak',
		...['catalog.txt', 'Dialog.txt', 'changelog.txt', 'out', 'Fade.out.cs', 'scout.txt', 'layout'],
	])('is not %s', (path) => expect(isLog(path)).toBe(false))
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
		const { from, path, to } = args
		const subject = from === undefined ? String(path) : `${from} → ${to}`
		expect(permissionsOf(tool, args)).toEqual([{ tool, action: 'run', risk: 'execute', subject }])
	})

	it('other files are read without asking', () => {
		expect(permissionsOf('read_file', { path: 'Assets/Spin.cs' })).toEqual([
			{ tool: 'read_file', action: 'run', risk: 'read' },
		])
	})
})
