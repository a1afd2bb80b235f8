/** Our engine in a page of Chromium. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium } from 'playwright-core'
import { findChromium } from '../../scripts/machine/chromium.ts'
import { type Engine, engineModules, resultOf } from './engine.ts'

type Fought = (sources: readonly string[], rounds: number, seed: number) => unknown

const PAGE = `<!doctype html><title>Engine</title><script type="module">
import { assemble, battle } from './index.ts'
window.fight = (sources, rounds, seed) =>
	battle({ warriors: sources.map((source) => assemble(source).warrior), rounds, seed }).standings
</script>`

/** @returns why it cannot be had, or the engine */
export async function inChromium(): Promise<Engine | string> {
	const found = await findChromium()
	if (!found.found) return found.reason
	const modules = new Map((await engineModules()).map(({ name, text }) => [`/${name}`, text]))
	const server = createServer(({ url = '/' }, response) => {
		const text = url === '/' ? PAGE : modules.get(url)
		const type = url === '/' ? 'text/html' : 'text/javascript'
		response.writeHead(text === undefined ? 404 : 200, { 'content-type': type }).end(text)
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const stopServer = () => void server.close()
	const browser = await chromium.launch({ executablePath: found.path }).catch((error: unknown) => {
		stopServer()
		throw error
	})
	const stop = async () => {
		await browser.close()
		stopServer()
	}
	const page = await browser.newPage()
	try {
		await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
		await page.waitForFunction(() => 'fight' in globalThis)
	} catch (error) {
		await stop()
		throw error
	}
	return {
		fight: async (sources, rounds, seed) =>
			resultOf(
				await page.evaluate(
					([texts, count, first]) =>
						(globalThis as unknown as { fight: Fought }).fight(texts, count, first),
					[sources, rounds, seed] as const,
				),
			),
		stop,
	}
}
