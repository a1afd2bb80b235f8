/**
 * `npm run deploy`: puts the Worker and the page on your Cloudflare account.
 * Nothing of the account enters git: the configuration with the database's id is generated in .fairlead.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { experimental_readRawConfig } from 'wrangler'
import * as z from 'zod'
import { buildWeb } from './builds/web.ts'
import { bundleModules, ENTRY, type Modules } from './builds/worker.ts'
import { type Finished, run } from './children.ts'
import { signInAdvice } from './machine/cloudflare-login.ts'
import { wranglerEnv } from './machine/wrangler.ts'
import { BIN, MIGRATIONS_DIR, ROOT, STATE_DIR, WEB_DIST, WRANGLER_CONFIG } from './paths.ts'

const HELP = `Deploys Fairlead to Cloudflare.

  npm run deploy -- [options]

  --name <name>   name of the Worker and its database (default fairlead)
  --dry-run       only bundle and print the sizes; works offline, changes nothing
  --help          this text

Sign in first: npx wrangler login, or set CLOUDFLARE_API_TOKEN (and CLOUDFLARE_ACCOUNT_ID).`

const FOLDER = join(STATE_DIR, 'deploy')
const CONFIG = join(FOLDER, 'wrangler.json')
const MODULES = join(FOLDER, 'worker')
const D1List = z.array(z.object({ uuid: z.string(), name: z.string() }))
const env = wranglerEnv(process.env, FOLDER)

function wrangler(args: readonly string[], show = true): Promise<Finished> {
	return run(BIN.wrangler, args, { env, show })
}

async function must(args: readonly string[], what: string, show = true): Promise<string> {
	const result = await wrangler(args, show)
	if (result.code !== 0)
		throw new Error(
			signInAdvice(result.output) ?? `${what} failed.${show ? '' : `\n${result.output}`}`,
		)
	return result.output
}

/**
 * wrangler.toml with the real database and bucket, and with paths relative to .fairlead/deploy.
 * @param bucket null: the account has no R2
 */
async function writeConfig(
	name: string,
	databaseId: string | null,
	bucket: string | null,
): Promise<void> {
	const { rawConfig } = experimental_readRawConfig({ config: WRANGLER_CONFIG })
	const from = (path: string): string => relative(FOLDER, path).replaceAll('\\', '/')
	await mkdir(FOLDER, { recursive: true })
	await writeFile(
		CONFIG,
		JSON.stringify(
			{
				...rawConfig,
				name,
				main: from(join(MODULES, ENTRY)),
				no_bundle: true,
				// The modules beside the entry, which it imports late.
				find_additional_modules: true,
				rules: [{ type: 'ESModule', globs: ['**/*.js'] }],
				assets: { ...rawConfig.assets, directory: from(WEB_DIST) },
				d1_databases: (rawConfig.d1_databases ?? []).map((database: object) => ({
					...database,
					database_name: name,
					...(databaseId === null ? {} : { database_id: databaseId }),
					migrations_dir: from(MIGRATIONS_DIR),
				})),
				r2_buckets: bucket === null ? [] : [{ binding: 'PICTURES', bucket_name: bucket }],
			},
			null,
			'\t',
		),
	)
}

async function databases(): Promise<z.infer<typeof D1List>> {
	const output = await must(['d1', 'list', '--json'], 'Listing the databases', false)
	return D1List.parse(JSON.parse(output.slice(output.indexOf('['))))
}

/** The id of the account's database with this name; creates it if there is none. */
async function database(name: string): Promise<string> {
	const find = async (): Promise<string | undefined> =>
		(await databases()).find((entry) => entry.name === name)?.uuid
	const known = await find()
	if (known !== undefined) return known
	await must(['d1', 'create', name], 'Creating the database')
	const made = await find()
	if (made === undefined)
		throw new Error(`The database "${name}" was created but does not appear in the list.`)
	return made
}

const bucketOf = (name: string): string => `${name}-pictures`

/** The bucket for pictures; creates it if there is none. Returns null if it cannot, which most often means that R2 is not turned on. */
async function bucket(name: string): Promise<string | null> {
	const wanted = bucketOf(name)
	const known = await wrangler(['r2', 'bucket', 'info', wanted], false)
	if (known.code === 0) return wanted
	const made = await wrangler(['r2', 'bucket', 'create', wanted], false)
	if (made.code === 0) return wanted
	console.log(
		`${made.output}\n\nThe bucket "${wanted}" was not created, so this deployment continues without it: pictures stay in their conversations, ` +
			'and exports and shared pages ask those. Turn on R2 in the dashboard and deploy again to change that.',
	)
	return null
}

/** Sizes of modules in KB of 1,000 bytes. */
async function sizeOf(files: readonly string[]): Promise<{ plain: string; gzip: string }> {
	const contents = await Promise.all(files.map((file) => readFile(join(MODULES, file))))
	const zipped = await Promise.all(contents.map((one) => promisify(gzip)(one, { level: 9 })))
	const kb = (all: readonly Buffer[]): string =>
		(all.reduce((sum, one) => sum + one.length, 0) / 1_000).toFixed(0)
	return { plain: kb(contents), gzip: kb(zipped) }
}

async function dryRun(name: string, modules: Modules): Promise<void> {
	await writeConfig(name, null, bucketOf(name))
	await must(['deploy', '--dry-run', '--config', CONFIG], 'Bundling', false)
	const [all, start] = [await sizeOf(modules.all), await sizeOf(modules.atStart)]
	console.log(
		`Worker: ${all.plain} KB, gzip ${all.gzip} KB in ${modules.all.length} modules; loaded at the start: ${start.plain} KB, gzip ${start.gzip} KB`,
	)
}

async function deploy(name: string): Promise<void> {
	console.log('· Looking up the database')
	const databaseId = await database(name)
	console.log('· Looking up the bucket for pictures')
	await writeConfig(name, databaseId, await bucket(name))
	console.log('· Migrating it')
	await must(['d1', 'migrations', 'apply', 'DB', '--remote', '--config', CONFIG], 'The migration')
	console.log('· Deploying')
	await must(['deploy', '--config', CONFIG], 'The deployment')
	const secrets = await wrangler(['secret', 'list', '--config', CONFIG], false)
	if (secrets.code === 0 && secrets.output.includes('SETUP_TOKEN')) return
	console.log(
		'\nOne step is left: the token that makes you the owner. Choose a long random token and run\n\n' +
			`  npx wrangler secret put SETUP_TOKEN --name ${name}\n\n` +
			'then open https://<your Worker>/setup#token=<the token>. To use a real model, also set a provider’s key, such as ANTHROPIC_API_KEY; ' +
			'or set SECRETS_KEY, a long random text, so that people can add keys of their own.',
	)
}

const { values } = parseArgs({
	options: {
		name: { type: 'string', default: 'fairlead' },
		'dry-run': { type: 'boolean', default: false },
		help: { type: 'boolean', default: false },
	},
})
if (values.help) {
	console.log(HELP)
} else {
	try {
		// Before the page is built, which takes a minute: whether anybody is signed in.
		if (!values['dry-run']) await databases()
		await buildWeb({ onBegin: () => console.log('· Building the web client') })
		const main = join(ROOT, 'worker', 'src', 'index.ts')
		const modules = await bundleModules(main, MODULES, { minify: true })
		await (values['dry-run'] ? dryRun(values.name, modules) : deploy(values.name))
	} catch (error) {
		console.error(`\n✖ ${error instanceof Error ? error.message : error}`)
		process.exit(1)
	}
}
