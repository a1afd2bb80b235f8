import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type UserConfig } from 'vite'
import { markedLexer } from './marked-lexer.ts'
import { preloadMain } from './preload-main.ts'
import { pushWorkerFile } from './push-worker-file.ts'
import { serviceTitles } from './service-titles.ts'
import { toolTitles } from './tool-titles.ts'

/** The running Worker, for `npm run dev:web`; the built page is served by the Worker itself. */
const WORKER_ORIGIN = process.env['FAIRLEAD_ORIGIN'] ?? 'http://localhost:8787'
/** Requests look as if the Worker's own page sent them: it refuses those of other sites. */
const PROXIED = {
	target: WORKER_ORIGIN,
	ws: true,
	changeOrigin: true,
	headers: { origin: WORKER_ORIGIN },
}

export default defineConfig(({ command }) => {
	// A NODE_ENV inherited from a dev tool would put React's development build into what is shipped.
	if (command === 'build') process.env['NODE_ENV'] = 'production'
	return config
})

const config: UserConfig = {
	root: import.meta.dirname,
	define: toolTitles,
	plugins: [
		react(),
		tailwindcss(),
		markedLexer(),
		preloadMain(),
		serviceTitles(),
		pushWorkerFile(),
	],
	build: {
		outDir: 'dist',
		emptyOutDir: true,
		sourcemap: false,
		target: 'es2022',
		/** Fonts and icons stay files: a `data:` URL would need a wider font-src. */
		assetsInlineLimit: 0,
		chunkSizeWarningLimit: 700,
		// Bundled packages require their licence texts; scripts/builds/notices.ts adds those of the Worker.
		rolldownOptions: {
			// A schema that the page does not use is not made: the protocol has those of all sides.
			treeshake: { manualPureFunctions: ['z'] },
			output: {
				// The first script names all the others, and a hash does not compress: seven characters are 42 bits.
				chunkFileNames: 'assets/[name]-[hash:7].js',
				codeSplitting: {
					// The code of every page in one file: it compresses better than in parts, and stays cached.
					groups: [
						// The first script waits for nothing else.
						{
							name: 'runtime',
							test: /vite[\\/]preload-helper|rolldown[\\/]runtime|data[\\/]early-reads|overlays[\\/]steps/,
							priority: 1,
						},
						{
							name: 'base',
							test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack|zod)[\\/]/,
						},
						// Modules that nearly every page uses, in one file: a slow computer pays for each request, not only for bytes.
						// Not those of forms, for which a conversation would wait, and not a new secret's: a person sees few of them.
						{
							name: 'shell',
							test: /web[\\/]src[\\/](ui(?![\\/](?:shown-once|overlays[\\/]confirm|form[\\/](?:choices|field|form|select))\.)|data)[\\/]|features[\\/]theme[\\/]theme-menu|node_modules[\\/]lucide-react[\\/]/,
							minShareCount: 4,
							maxModuleSize: 6_000,
						},
						{
							name: 'forms',
							test: /web[\\/]src[\\/]ui[\\/](?:overlays[\\/]confirm|form[\\/](?:choices|field|form|select))\./,
						},
					],
				},
			},
		},
		license: { fileName: 'licenses.txt' },
	},
	// Each grammar is a file of its own, as in the page.
	worker: { format: 'es' },
	server: {
		// These are the paths of `run_worker_first` in wrangler.toml, without those that only other programs ask for.
		proxy: { '^/(api|s|oauth)/|^/arena/(api/|docs/|skill\\.md|openapi\\.json)': PROXIED },
	},
}
