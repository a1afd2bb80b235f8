using System.Reflection;
using Fairlead.Editor.Bootstrap;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor.Tests;

/// <summary>
/// Unity runs processes that nobody sits at, with the package in each: an editor there would take calls meant for the user's.
/// </summary>
public sealed class StartTests
{
    [Fact]
    public void One_place_decides_whether_the_package_starts()
    {
        const BindingFlags methods =
            BindingFlags.Static | BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
        var types = typeof(FairleadEditor).Assembly.GetTypes();
        Assert.Equal([typeof(FairleadEditor)], types.Where(type => type.IsDefined(typeof(InitializeOnLoadAttribute), false)));
        Assert.DoesNotContain(types.SelectMany(type => type.GetMethods(methods)), method =>
            method.IsDefined(typeof(InitializeOnLoadMethodAttribute), false)
                || method.IsDefined(typeof(UnityEditor.Callbacks.DidReloadScripts), false));
    }

    [Fact]
    public void Import_workers_and_build_servers_have_no_editor()
    {
        Assert.True(FairleadEditor.IsForPeople());
        try
        {
            EngineProcess.IsImportWorker = true;
            Assert.False(FairleadEditor.IsForPeople());
            EngineProcess.IsImportWorker = false;
            EngineProcess.IsBatchMode = true;
            Assert.False(FairleadEditor.IsForPeople());
        }
        finally
        {
            EngineProcess.IsImportWorker = false;
            EngineProcess.IsBatchMode = false;
        }
    }
}
