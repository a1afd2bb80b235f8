#nullable enable
#if FAIRLEAD_TEST_FRAMEWORK
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEditor.TestTools.TestRunner.Api;

namespace Fairlead.Editor.Testing
{
    /// <summary>
    /// Hears how a run of tests ends, in whichever domain it ends: a run of PlayMode tests reloads the domain,
    /// and callbacks are gone with it. What it heard stays until the call that asked takes it.
    /// </summary>
    internal static class TestWatch
    {
        /// <summary>Key of the call whose tests run.</summary>
        private const string CallKey = "Fairlead.Tests.Call";
        /// <summary>The test framework's own name of the run that was begun last, until it has ended.</summary>
        private const string RunKey = "Fairlead.Tests.Run";

        private const string IncludePassedKey = "Fairlead.Tests.IncludePassed";

        /// <summary>A JSON object with <c>result</c>, or with <c>error</c>.</summary>
        private const string EndKey = "Fairlead.Tests.End";

        /// <summary>Once in each domain of an editor that takes calls.</summary>
        internal static void Listen() => TestRunnerApi.RegisterTestCallback(new Callbacks());

        /// <summary>The call whose tests run; null: none does, of ours.</summary>
        internal static string? RunningCall
        {
            get
            {
                var id = SessionState.GetString(CallKey, "");
                return id.Length == 0 ? null : id;
            }
        }

        internal static void Begin(string callId, bool includePassed)
        {
            SessionState.SetString(CallKey, callId);
            SessionState.SetBool(IncludePassedKey, includePassed);
            SessionState.EraseString(EndKey);
        }

        /// <summary>The framework has taken the run in.</summary>
        internal static void Began(string run) => SessionState.SetString(RunKey, run);

        /// <summary>Whether a run that was begun here has not ended yet.</summary>
        internal static bool IsRunning => SessionState.GetString(RunKey, "").Length > 0;

        /// <summary>The call was given up: its tests end as soon as the framework can end them. Those of another call go on.</summary>
        internal static void Cancel(string callId)
        {
            if (RunningCall == callId) CancelAny();
        }

        /// <summary>Ends the tests that run, whoever began them.</summary>
        internal static void CancelAny()
        {
            if (IsRunning) TestRunnerApi.CancelTestRun(SessionState.GetString(RunKey, ""));
            Forget();
        }

        /// <summary>How the run of this call ended; null: not yet.</summary>
        internal static JObject? TakeEnd(string callId)
        {
            var text = SessionState.GetString(EndKey, "");
            if (text.Length == 0 || RunningCall != callId) return null;
            Forget();
            return JObject.Parse(text);
        }

        /// <summary>The call was given up.</summary>
        internal static void Forget()
        {
            SessionState.EraseString(CallKey);
            SessionState.EraseBool(IncludePassedKey);
            SessionState.EraseString(EndKey);
        }

        private static void End(JObject end)
        {
            SessionState.EraseString(RunKey);
            if (RunningCall != null) SessionState.SetString(EndKey, end.ToString(Formatting.None));
        }

        private sealed class Callbacks : IErrorCallbacks
        {
            public void RunStarted(ITestAdaptor testsToRun)
            {
            }

            public void RunFinished(ITestResultAdaptor result) =>
                End(new JObject { ["result"] = TestResults.ToJson(result, SessionState.GetBool(IncludePassedKey, false)) });

            public void TestStarted(ITestAdaptor test)
            {
            }

            public void TestFinished(ITestResultAdaptor result)
            {
            }

            public void OnError(string message) => End(new JObject { ["error"] = message });
        }
    }
}
#endif
