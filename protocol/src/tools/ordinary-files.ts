/** Files of a folder that is not a Unity project which nothing runs by itself, by their endings. Pure. */

const ORDINARY_ENDINGS: ReadonlySet<string> = new Set([
	// Source code: it runs when somebody starts the program.
	...['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs', 'vue', 'svelte', 'astro', 'py', 'pyi'],
	...['rb', 'php', 'pl', 'pm', 'lua', 'go', 'rs', 'zig', 'c', 'h', 'cc', 'cpp', 'cxx', 'hh', 'hpp'],
	...[
		'hxx',
		'inl',
		'm',
		'mm',
		'swift',
		'cs',
		'fs',
		'fsi',
		'vb',
		'java',
		'kt',
		'scala',
		'clj',
		'cljs',
	],
	...[
		'ex',
		'exs',
		'erl',
		'hrl',
		'hs',
		'ml',
		'mli',
		'elm',
		'dart',
		'r',
		'jl',
		'nim',
		'd',
		'pas',
		'f90',
	],
	...['sql', 'graphql', 'gql', 'proto', 'wgsl', 'glsl', 'hlsl', 'vert', 'frag', 'comp', 'shader'],
	...[
		'html',
		'htm',
		'css',
		'scss',
		'sass',
		'less',
		'hbs',
		'ejs',
		'pug',
		'liquid',
		'njk',
		'xsl',
		'xsd',
	],
	// Text and data.
	...['md', 'mdx', 'markdown', 'txt', 'rst', 'adoc', 'tex', 'bib', 'csv', 'tsv', 'jsonl', 'ndjson'],
	...[
		'geojson',
		'po',
		'pot',
		'ftl',
		'xlf',
		'xliff',
		'strings',
		'srt',
		'vtt',
		'log',
		'snap',
		'diff',
	],
	...['patch', 'svg', 'rss', 'atom', 'webmanifest'],
	// Pictures, sounds, fonts, models, documents.
	...[
		'png',
		'jpg',
		'jpeg',
		'gif',
		'webp',
		'avif',
		'ico',
		'bmp',
		'tif',
		'tiff',
		'tga',
		'psd',
		'hdr',
	],
	...[
		'exr',
		'mp3',
		'wav',
		'ogg',
		'flac',
		'm4a',
		'aac',
		'mp4',
		'webm',
		'mov',
		'woff',
		'woff2',
		'ttf',
	],
	...['otf', 'eot', 'gltf', 'glb', 'obj', 'mtl', 'fbx', 'stl', 'ply', 'pdf'],
])

/** Below the folder's root these are data; at the root they are what most tools look for. */
const SETTINGS_ENDINGS: ReadonlySet<string> = new Set([
	...['json', 'yml', 'yaml', 'toml', 'ini', 'xml', 'cfg', 'conf'],
])

/** What every repository has for people, also without an ending. */
const FOR_PEOPLE = /^(readme|licen[cs]e|copying|notice|authors|changelog)$/
const TEXT = /\.(md|markdown|txt)$/

/** Texts for people, by their name alone. @param name folded */
export const isForPeople = (name: string): boolean => FOR_PEOPLE.test(name) || TEXT.test(name)

/** @param segments folded. A name without an ending, or with an unknown one, is not ordinary. */
export function hasOrdinaryEnding(segments: readonly string[]): boolean {
	const name = segments.at(-1) ?? ''
	if (FOR_PEOPLE.test(name)) return true
	const ending = /[^.]\.([^.]+)$/.exec(name)?.[1] ?? ''
	return ORDINARY_ENDINGS.has(ending) || (segments.length > 1 && SETTINGS_ENDINGS.has(ending))
}
