/** Every time span of the relay that a test or a bench may want to change. */
export interface Timing {
	/** How long an editor that announced a reload may stay away. Large projects take minutes. */
	readonly reloadGraceMs: number
	/** How long an editor that disconnected without notice may stay away: it redials within 5 s if it still runs. */
	readonly lostGraceMs: number
	/** Time that former editors have to come back after a restart of the relay. */
	readonly restartGraceMs: number
	/** WebSocket pings; the editor's socket thread answers them also while Unity's main thread is blocked. */
	readonly editorPingIntervalMs: number
	readonly editorPongTimeoutMs: number
	readonly helloTimeoutMs: number
	/** A sent call gets this much more than its deadline, so that the editor's own, better answer wins. */
	readonly editorAnswerGraceMs: number
	/** Between two notices of changes of one editor: at most 4 a second go out. */
	readonly changeIntervalMs: number
	readonly roomPingIntervalMs: number
	readonly roomPongTimeoutMs: number
	readonly roomHelloTimeoutMs: number
	readonly firstRedialMs: number
	readonly maxRedialMs: number
	/** Wait after a refused token until it is shown again; doubled each time. */
	readonly firstRefusedMs: number
	/** `ending.ts` tells people of it. */
	readonly maxRefusedMs: number
	/** A link that lasted this long starts again with the first delay. */
	readonly steadyLinkMs: number
	/** File watching misses changes on some network drives and containers. */
	readonly linksPollMs: number
	readonly pruneIntervalMs: number
	/** How long a call of an MCP client expects an editor that is not known to start: it looks for a relay every 5 s. */
	readonly mcpEditorGraceMs: number
	/** Between two looks at a project whose editor is not connected: its lock file and its log. */
	readonly outsidePollMs: number
	/** How long a list of processes is used. */
	readonly outsideProcessesMs: number
	/** Silence of its log after which Unity counts as waiting for a person. */
	readonly outsideQuietMs: number
	/** How long an MCP server may take to be ready: the first start of one may download it. */
	readonly mcpServerStartMs: number
	/** An MCP server that nobody uses is ended after this. */
	readonly mcpServerIdleMs: number
	/** Wait after a failure until the next start; doubled by each further one. */
	readonly mcpServerBackoffMs: number
}

export const DEFAULT_TIMING: Timing = {
	reloadGraceMs: 120_000,
	lostGraceMs: 15_000,
	restartGraceMs: 30_000,
	editorPingIntervalMs: 10_000,
	editorPongTimeoutMs: 30_000,
	helloTimeoutMs: 5_000,
	editorAnswerGraceMs: 1_000,
	changeIntervalMs: 250,
	roomPingIntervalMs: 25_000,
	roomPongTimeoutMs: 60_000,
	roomHelloTimeoutMs: 10_000,
	firstRedialMs: 250,
	maxRedialMs: 10_000,
	firstRefusedMs: 30_000,
	maxRefusedMs: 900_000,
	steadyLinkMs: 5_000,
	linksPollMs: 5_000,
	pruneIntervalMs: 60_000,
	mcpEditorGraceMs: 15_000,
	outsidePollMs: 2_000,
	outsideProcessesMs: 5_000,
	outsideQuietMs: 4_000,
	mcpServerStartMs: 60_000,
	mcpServerIdleMs: 300_000,
	mcpServerBackoffMs: 2_000,
}
