/**
 * Loaded (`node --import`) into every child that the scripts keep running. The child ends when
 * its IPC channel closes: on our request, and when the parent dies in any way, so that no
 * process is left behind. Signals cannot do that: Windows has none, and SIGKILL cannot be handled.
 */

/** A child that handles SIGTERM may take this long; the relay closes sockets and files. */
const GRACE_MS = 3_000

process.on('disconnect', () => {
	if (process.listenerCount('SIGTERM') > 0) {
		setTimeout(() => process.exit(0), GRACE_MS).unref()
		process.emit('SIGTERM', 'SIGTERM')
	} else process.exit(0)
})
// Listening must not keep an otherwise idle child alive.
process.channel?.unref()
