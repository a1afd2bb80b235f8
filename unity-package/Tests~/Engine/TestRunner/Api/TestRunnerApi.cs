using System;
using Fairlead.Engine.Tests;
using UnityEngine;

namespace UnityEditor.TestTools.TestRunner.Api
{
    public interface ITestRunnerApi
    {
        string Execute(ExecutionSettings executionSettings);

        void RegisterCallbacks<T>(T testCallbacks, int priority = 0)
            where T : ICallbacks;

        void UnregisterCallbacks<T>(T testCallbacks)
            where T : ICallbacks;

        void RetrieveTestList(TestMode testMode, Action<ITestAdaptor> callback);
    }

    public class TestRunnerApi : ScriptableObject, ITestRunnerApi
    {
        public string Execute(ExecutionSettings executionSettings)
        {
            if (executionSettings == null) throw new ArgumentNullException(nameof(executionSettings));
            return TestRun.Begin(executionSettings.filters, executionSettings.runSynchronously);
        }

        public void RegisterCallbacks<T>(T testCallbacks, int priority = 0)
            where T : ICallbacks => RegisterTestCallback(testCallbacks, priority);

        public static void RegisterTestCallback<T>(T testCallbacks, int priority = 0)
            where T : ICallbacks
        {
            if (testCallbacks == null) throw new ArgumentNullException(nameof(testCallbacks));
            TestRun.Callbacks.Add((testCallbacks, priority));
        }

        public void UnregisterCallbacks<T>(T testCallbacks)
            where T : ICallbacks => UnregisterTestCallback(testCallbacks);

        public static void UnregisterTestCallback<T>(T testCallbacks)
            where T : ICallbacks => TestRun.Callbacks.RemoveAll(c => ReferenceEquals(c.Callbacks, testCallbacks));

        /// <summary>Looks through assemblies over some updates.</summary>
        public void RetrieveTestList(TestMode testMode, Action<ITestAdaptor> callback)
        {
            void Update()
            {
                EditorApplication.update -= Update;
                callback(TestTree.Of(testMode, null).Adaptor());
            }
            EditorApplication.update += Update;
        }

        public static bool CancelTestRun(string guid) => TestRun.Cancel(guid);
    }
}
