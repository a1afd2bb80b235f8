/**
 * Logs of editors in each state, for tests. Line by line as Unity 6000.3 and 6000.6 write them (see log-line.ts),
 * put together here: no log of somebody's project is among them.
 */

export interface LogSample {
	readonly name: string
	readonly text: string
	/** The words that a growing file goes through, while the process runs and is quiet. */
	readonly states: readonly string[]
	/** The word once the process has ended. */
	readonly after: string
	readonly errors?: number
}

export const header = (project: string, batch = false): string =>
	[
		'[Licensing::Module] Trying to connect to existing licensing client channel...',
		"Built from '6000.3/staging' branch; Version is '6000.3.14f1 (d68c3f99a318) revision 14060607'; Using compiler version '194234433'; Build Type 'Release'",
		"OS: 'Linux 6.8' Language: 'en' Physical Memory: 32011 MB",
		`BatchMode: ${batch ? 1 : 0}, IsHumanControllingUs: ${batch ? 0 : 1}, StartBugReporterOnCrash: 1, Is64bit: 1`,
		'[Licensing::IpcConnector] Successfully connected to: "LicenseClient-dev" at "2026-11-23T01:55:34.7593681Z"',
		'System  architecture: x64',
		'Process architecture: x64',
		'Date: 2026-11-23T01:55:34Z',
		'',
		'COMMAND LINE ARGUMENTS:',
		'/opt/Unity/Hub/Editor/6000.3.14f1/Editor/Unity',
		...(batch ? ['-batchmode', '-quit'] : []),
		'-projectpath',
		project,
		...(batch ? [] : ['-useHub', '-hubIPC']),
		`Successfully changed project path to: ${project}`,
		project,
		'[UnityMemory] Configuration Parameters - Can be set up in boot.config',
		'[Package Manager] Done resolving packages in 0.42 seconds',
		'',
	].join('\n')

const REQUESTED =
	'[ScriptCompilation] Requested script compilation because: Assembly Definition File(s) changed\n'
const COMPILE =
	'Starting: /opt/Unity/Hub/Editor/6000.3.14f1/Editor/Data/bee_backend --ipc --defer-dag-verification --dagfile="Library/Bee/1900b0aEDbg.dag" --continue-on-failure --profile="Library/Bee/backend1.traceevents" ScriptAssemblies\nWorkingDir: /home/dev/Game\n'
export const COMPILED = `${COMPILE}ExitCode: 0 Duration: 4s\n*** Tundra build success (4.11 seconds), 14 items updated, 412 evaluated\nAssetDatabase: script compilation time: 5.020631s\n`
const REFRESH = 'Application.AssetDatabase Initial Refresh Start\n'
const IMPORTED =
	"Start importing Assets/Art/Boat.png using Guid(61b3cd5f5b4bc2b41953653a46c5c050) (TextureImporter) -> (artifact id: '7ff045c530812383dfde4d98fe46707e') in 0.0036849 seconds\nAsset Pipeline Refresh (id=6fda76e5480949f458803a5c06cecb31): Total: 32.411 seconds - Initiated by InitialRefreshV2(ForceSynchronousImport)\n\tSummary:\n\t\tImports: total=1 (actual=1, local cache=0, cache server=0)\nApplication.AssetDatabase Initial Refresh End\n"
const DEFAULT_MODE =
	'[MODES] ModeService[none].Initialize\n[MODES] ModeService[none].LoadModes\n[MODES] Loading mode Default (0) for mode-current-id-Game\n'
export const LOADED = '[Project] Loading completed in 41.084 seconds\n'

/** Each error three times, as Unity writes them. */
export function failedCompile(...errors: readonly string[]): string {
	const output = errors.join('\n')
	return `${COMPILE}[  3/412  1s] Csc Library/Bee/artifacts/1900b0aEDbg.dag/Assembly-CSharp.dll (+2 others)
##### ExitCode
1
##### Output
${output}
*** Tundra build failed (6.52 seconds), 2 items updated, 412 evaluated
## Script Compilation Error for: Csc Library/Bee/artifacts/1900b0aEDbg.dag/Assembly-CSharp.dll (+2 others)
## CmdLine: "/opt/Unity/Data/NetCoreRuntime/dotnet" exec "/opt/Unity/Data/DotNetSdkRoslyn/csc.dll" /nostdlib /noconfig /shared "@Library/Bee/artifacts/1900b0aEDbg.dag/Assembly-CSharp.rsp"
## Output:
Assets/Scripts/Old.cs(3,9): warning CS0169: The field 'Old.unused' is never used
${output}
AssetDatabase: script compilation time: 7.310442s
${errors.map((error) => `${error}\n\n(Filename: ${error.split('(')[0]} Line: 7)\n`).join('\n')}
Editor compiler errors found. Will not reload assemblies.
`
}

export const SEMICOLON = 'Assets/Scripts/Spin.cs(7,30): error CS1002: ; expected'
/** As Unity on Windows writes paths. */
const UNKNOWN_TYPE =
	"Assets\\Scripts\\Boats\\Oar.cs(12,17): error CS0246: The type or namespace name 'Rower' could not be found (are you missing a using directive or an assembly reference?)"
export const SAFE_MODE =
	'[MODES] ModeService[default].ChangeMode(safe_mode)\nSafe Mode: Only loading a subset of assemblies\n[MODES] ModeService[safe_mode].LoadModes\n'
const LEFT_SAFE_MODE = '[MODES] ModeService[safe_mode].ChangeMode(default)\n'
const CRASH = `=================================================================
	Native Crash Reporting
=================================================================
Got a SIGSEGV while executing native code. This usually indicates
a fatal error in the mono runtime or one of the native libraries
used by your application.
=================================================================
Caught fatal signal - signo:11 code:1 errno:0 addr:0x8
Obtained 23 stack frames.
#0  0x00007f1f2c0e2d21 in GfxDevice::DrawSharedGeometryJobs(GfxBuffer*)
Launching bug reporter
`

export const logSamples = (project: string): LogSample[] => [
	{
		name: 'a start',
		text: header(project),
		states: ['starting'],
		after: 'not_running',
	},
	{
		name: 'an import',
		text: `${header(project)}${REFRESH}Start importing Assets/Art/Sea.png using Guid(df5ea5b310e225a4aa07640e443bf95b) (TextureImporter)\n`,
		states: ['starting', 'importing'],
		after: 'not_running',
	},
	{
		name: 'a compilation',
		text: `${header(project)}${REQUESTED}${COMPILE}`,
		states: ['starting', 'compiling'],
		after: 'not_running',
	},
	{
		name: 'an open project',
		text: `${header(project)}${REQUESTED}${COMPILED}${REFRESH}${IMPORTED}${DEFAULT_MODE}${LOADED}`,
		states: ['starting', 'compiling', 'starting', 'importing', 'starting', 'not_connected'],
		after: 'not_running',
	},
	{
		name: 'the question before Safe Mode',
		text: header(project) + failedCompile(SEMICOLON, UNKNOWN_TYPE),
		states: ['starting', 'compiling', 'dialog'],
		after: 'not_running',
		errors: 2,
	},
	{
		name: 'Safe Mode',
		text: header(project) + failedCompile(SEMICOLON, UNKNOWN_TYPE) + SAFE_MODE + LOADED,
		states: ['starting', 'compiling', 'dialog', 'safe_mode'],
		after: 'not_running',
		errors: 2,
	},
	{
		name: 'Safe Mode, half fixed',
		text:
			header(project) +
			failedCompile(SEMICOLON, UNKNOWN_TYPE) +
			SAFE_MODE +
			failedCompile(SEMICOLON),
		states: ['starting', 'compiling', 'dialog', 'safe_mode', 'compiling', 'safe_mode'],
		after: 'not_running',
		errors: 1,
	},
	{
		name: 'Safe Mode that was left',
		text:
			header(project) +
			failedCompile(SEMICOLON) +
			SAFE_MODE +
			COMPILED +
			LEFT_SAFE_MODE +
			IMPORTED +
			LOADED,
		states: [
			'starting',
			'compiling',
			'dialog',
			'safe_mode',
			'compiling',
			'starting',
			'importing',
			'starting',
			'not_connected',
		],
		after: 'not_running',
	},
	{
		name: 'errors in a project that was open already',
		text: header(project) + COMPILED + LOADED + failedCompile(SEMICOLON),
		states: ['starting', 'compiling', 'starting', 'not_connected', 'compiling', 'compile_errors'],
		after: 'not_running',
		errors: 1,
	},
	{
		name: 'a build of the player that failed',
		text:
			header(project) +
			COMPILED +
			LOADED +
			failedCompile(SEMICOLON).replaceAll('1900b0aEDbg.dag', '1900b0aP.dag'),
		states: ['starting', 'compiling', 'starting', 'not_connected'],
		after: 'not_running',
	},
	{
		name: 'a crash',
		text: header(project) + COMPILED + LOADED + CRASH,
		states: ['starting', 'compiling', 'starting', 'not_connected', 'crashed'],
		after: 'crashed',
	},
	{
		name: 'a crash on Windows',
		text: `${header(project)}${COMPILED}${LOADED}Unrecoverable D3D12 device error!\nCrash!!!\nSymInit: Symbol-SearchPath: '.;C:/Program Files/Unity'\n`.replaceAll(
			'\n',
			'\r\n',
		),
		states: ['starting', 'compiling', 'starting', 'not_connected', 'crashed'],
		after: 'crashed',
	},
	{
		name: 'no license',
		text: `${header(project)}[Licensing::Module] Error: Access token is unavailable; failed to update\n[Licensing::Client] Error: Code 404 while verifying License\nNo valid Unity Editor license found. Please activate your license.\n`,
		states: ['starting', 'unlicensed'],
		after: 'unlicensed',
	},
	{
		name: 'a batch run with errors',
		text: `${header(project, true)}${failedCompile(SEMICOLON)}Scripts have compiler errors.\n\n\nAborting batchmode due to failure:\nScripts have compiler errors.\n\nExiting without the bug reporter. Application will terminate with return code 1\n`,
		states: ['starting', 'compiling', 'compile_errors'],
		after: 'not_running',
		errors: 1,
	},
]
