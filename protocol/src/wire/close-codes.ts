/**
 * WebSocket close codes of all our protocols. The table says what the closed
 * side should do next; both ends follow it.
 */
export const CLOSE = {
	/** A newer connection of the same session took over. Do not redial with the same connSeq. */
	superseded: 4001,
	/** This connection's connSeq is not newer than the one in place. Redial only with a higher connSeq. */
	staleConnSeq: 4002,
	/** The token is missing, wrong or revoked. Ask the user; do not redial automatically. */
	unauthorized: 4003,
	/** The peer speaks another version of the protocol. Update; do not redial. */
	unsupportedVersion: 4004,
	/** The editor is about to reload its domain. It reconnects by itself with a higher connSeq. */
	reloading: 4005,
	/** The link between this folder and the cloud project was removed. Do not redial. */
	unlinked: 4006,
	/** The hello did not come first, or not in time. Redial. */
	handshake: 4007,
	/** A frame was larger than the limit. Redial; do not resend the frame. */
	tooLarge: 4008,
	/** Too many malformed frames. Redial with backoff. */
	protocolError: 4009,
	/** The object or process restarts. Redial with backoff. */
	restarting: 4010,
	/** The room is full, and a relay needed the place. Redial with backoff. */
	roomFull: 4011,
	/** The frames were not read in time. Redial; the whole state is sent again. */
	tooSlow: 4012,
	/** This relay id belongs to another relay, and this relay could not prove its identity. Do not redial. */
	relayIdTaken: 4013,
	/** The peer did not prove that it knows the token: it is another program. Redial with backoff. */
	unproven: 4014,
} as const
export type CloseCode = (typeof CLOSE)[keyof typeof CLOSE]

/** Codes after which a client must not redial on its own. */
export const FINAL_CLOSE_CODES: ReadonlySet<number> = new Set([
	CLOSE.superseded,
	CLOSE.unauthorized,
	CLOSE.unsupportedVersion,
	CLOSE.unlinked,
	CLOSE.relayIdTaken,
])
