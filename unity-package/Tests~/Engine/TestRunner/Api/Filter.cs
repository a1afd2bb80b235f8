using System;
using UnityEngine;

namespace UnityEditor.TestTools.TestRunner.Api
{
    [Serializable]
    public class Filter
    {
        [SerializeField] public TestMode testMode;
        [SerializeField] public string[] testNames;
        [SerializeField] public string[] groupNames;
        [SerializeField] public string[] categoryNames;
        [SerializeField] public string[] assemblyNames;
    }

    [Serializable]
    public class ExecutionSettings
    {
        [SerializeField] public Filter[] filters;
        [SerializeField] public bool runSynchronously;
        [SerializeField] public int playerHeartbeatTimeout = 60 * 10;

        public ExecutionSettings(params Filter[] filtersToExecute)
        {
            filters = filtersToExecute;
        }
    }
}
