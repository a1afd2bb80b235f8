/** Builds the web client into web/dist, unless it is up to date. */
import { access, appendFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../children.ts'
import { BIN, ROOT, STATE_DIR, WEB_DIST } from '../paths.ts'
import { NOTICES_FILE, noticesText, serverNotices } from './notices.ts'
import { hashOf, unlessDone } from './stamps.ts'

/** All inputs of the bundle. */
export const WEB_INPUTS = [
	'web/src',
	'web/public',
	'web/index.html',
	'web/package.json',
	'web/vite.config.ts',
	'web/marked-lexer.ts',
	'web/preload-main.ts',
	'web/push-worker',
	'web/push-worker-file.ts',
	'web/service-titles.ts',
	'web/tool-titles.ts',
	'web/tsconfig.json',
	'protocol/src',
	'protocol/package.json',
	'worker/package.json',
	'scripts/builds/notices.ts',
	'package-lock.json',
]

/**
 * @param options.force builds even if nothing changed
 * @param options.show passes vite's output through
 * @returns whether it was built
 * @throws with vite's output if the build fails
 */
export async function buildWeb(
	options: { force?: boolean; show?: boolean; onBegin?: () => void } = {},
): Promise<boolean> {
	const hash = await hashOf(WEB_INPUTS)
	const stamp = join(STATE_DIR, 'stamps', 'web')
	if (options.force) await rm(stamp, { force: true })
	const page = join(WEB_DIST, 'index.html')
	const built = async (): Promise<boolean> =>
		access(page).then(
			() => true,
			() => false,
		)
	return unlessDone(stamp, hash, built, async () => {
		options.onBegin?.()
		const result = await run(BIN.vite, ['build', '--logLevel', options.show ? 'info' : 'warn'], {
			cwd: join(ROOT, 'web'),
			show: options.show ?? false,
		})
		if (result.code !== 0) {
			throw new Error(`The web client failed to build.\n${options.show ? '' : result.output}`)
		}
		const rest = `\n# The server, and fonts\n\n${noticesText(await serverNotices())}`
		await appendFile(join(WEB_DIST, NOTICES_FILE), rest)
	})
}
