/** The environment that Unity's command line gets. Pure. */
type Environment = Readonly<Record<string, string | undefined>>

/** The command needs no sign-in to reach an editor, so it gets no secret; nor the session defaults of a terminal. */
const WITHHELD =
	/^(FAIRLEAD_|NODE_|NPM_|UNITY_(PROJECT_PATH|FORMAT|CLOUD_ORG)$|HUB_FORMAT$)|TOKEN|SECRET|PASSW|CREDENTIAL|API_?KEY|PRIVATE_?KEY/i

/** The relay's environment without what is no business of Unity's command line. */
export function unityEnvironment(env: Environment = process.env): Record<string, string> {
	const kept = Object.entries(env).flatMap(([name, value]) =>
		value === undefined || WITHHELD.test(name) ? [] : [[name, value] as const],
	)
	// A question nobody can answer would block the shell.
	return { ...Object.fromEntries(kept), UNITY_NO_CONSENT_PROMPT: '1', NO_COLOR: '1' }
}
