using Fairlead.Core;
using Fairlead.Editor.Assets;
using UnityEditor;
using UnityEngine;
using static Fairlead.Editor.Tests.Assets.Project;

namespace Fairlead.Editor.Tests.Assets;

[Collection("engine")]
public sealed class AssetToolTests : IDisposable
{
    private readonly Project project = new();

    public void Dispose() => project.Dispose();

    [Fact]
    public void A_folder_comes_with_its_parents_and_keeps_its_GUID()
    {
        var made = Asset("""{"action":"create_folder","path":"Assets/A/B"}""");
        Assert.Equal("Assets/A/B", (string)made["assetPath"]!);
        Assert.Equal("DefaultAsset", (string)made["type"]!);
        Assert.Contains((string)made["guid"]!, File.ReadAllText(project.File("Assets/A/B.meta")));
        project.Restart();
        Assert.Equal((string)made["guid"]!, AssetDatabase.AssetPathToGUID("Assets/A/B"));
    }

    [Fact]
    public void A_material_has_the_colour_that_was_asked_for_after_a_restart_too()
    {
        var made = Asset(
            """
            {"action":"create_material","path":"Assets/Materials/Red.mat","color":[1,0,0],"properties":{"smoothness":0.25}}
            """);
        Assert.Equal(("Material", "Standard", 2, 0),
            ((string)made["type"]!, (string)made["shader"]!, (int)made["successCount"]!, (int)made["failCount"]!));
        var color = JToken.Parse(
            """
            {"property":"color","success":true,"propertyType":"Color",
             "previousValue":[1.0,1.0,1.0,1.0],"newValue":[1.0,0.0,0.0,1.0]}
            """);
        Assert.True(JToken.DeepEquals(color, made["results"]![0]), made.ToString());
        project.Restart();
        var material = AssetDatabase.LoadAssetAtPath<Material>("Assets/Materials/Red.mat")!;
        Assert.Equal(Color.red, material.color);
        Assert.Equal(0.25f, material.GetFloat("_Glossiness"));
    }

    [Fact]
    public void A_material_that_nothing_fits_is_not_made()
    {
        var error = Refused(() => Asset("""{"action":"create_material","path":"Assets/Bad.mat","properties":{"shine":1}}"""));
        Assert.Equal(CallErrorCode.UnknownProperty, error.Code);
        Assert.NotEmpty(error.Data!["results"]![0]!["available"]!);
        Assert.False(File.Exists(project.File("Assets/Bad.mat")));
        Assert.Equal(CallErrorCode.NotFound,
            Refused(() => Asset("""{"action":"create_material","path":"Assets/Bad.mat","shader":"Standart"}""")).Code);
        Assert.Equal(CallErrorCode.InvalidArguments, Refused(() => Asset("""{"action":"create_material","path":"Assets/Bad.txt"}""")).Code);
    }

    [Fact]
    public void A_change_of_a_material_is_on_disk_and_a_failed_one_leaves_it_alone()
    {
        Asset("""{"action":"create_material","path":"Assets/M.mat","color":[1,0,0]}""");
        Asset("""{"action":"modify_material","path":"Assets/M.mat","color":[0,0,1]}""");
        var before = File.ReadAllText(project.File("Assets/M.mat"));
        var error = Refused(() => Asset("""{"action":"modify_material","path":"Assets/M.mat","properties":{"_Metallic":5}}"""));
        Assert.Equal("_Metallic: Expected a number of at most 1; got 5.", error.Message);
        Assert.Equal(before, File.ReadAllText(project.File("Assets/M.mat")));
        Assert.Equal(Color.blue, AssetDatabase.LoadAssetAtPath<Material>("Assets/M.mat")!.color);
        Assert.Equal(CallErrorCode.InvalidArguments, Refused(() => Asset("""{"action":"modify_material","path":"Assets/M.mat"}""")).Code);
    }

    [Fact]
    public void A_material_is_looked_at_before_it_is_changed()
    {
        Asset("""{"action":"create_material","path":"Assets/M.mat","color":[1,0,0],"properties":{"smoothness":0.25}}""");
        var shown = Asset("""{"action":"inspect_material","path":"Assets/M.mat"}""");
        Assert.Equal(("Assets/M.mat", "Standard"), ((string)shown["assetPath"]!, (string)shown["shader"]!));
        Assert.Equal("[1.0,0.0,0.0,1.0]", shown["color"]!.ToString(Newtonsoft.Json.Formatting.None));
        Assert.Equal((0.25, JTokenType.Null), ((double)shown["properties"]!["_Glossiness"]!, shown["properties"]!["_MainTex"]!.Type));
        Asset("""{"action":"create_folder","path":"Assets/F"}""");
        Assert.Equal(CallErrorCode.InvalidArguments, Refused(() => Asset("""{"action":"inspect_material","path":"Assets/F"}""")).Code);
        Assert.Equal(CallErrorCode.NotFound, Refused(() => Asset("""{"action":"inspect_material","path":"Assets/None.mat"}""")).Code);
        Assert.True(new AssetTool().MayRunAgain(JObject.Parse("""{"action":"inspect_material","path":"Assets/M.mat"}""")));
    }

    [Fact]
    public void Moving_keeps_the_GUID_and_what_is_loaded()
    {
        var made = Asset("""{"action":"create_material","path":"Assets/M.mat"}""");
        var material = AssetDatabase.LoadAssetAtPath<Material>("Assets/M.mat");
        var moved = Asset("""{"action":"move","path":"Assets/M.mat","new_path":"Assets/New/N.mat"}""");
        Assert.Equal(((string)made["guid"]!, "Assets/M.mat"), ((string)moved["guid"]!, (string)moved["previousPath"]!));
        Assert.Same(material, AssetDatabase.LoadAssetAtPath<Material>("Assets/New/N.mat"));
        Assert.Equal("N", material!.name);
        Assert.Equal(CallErrorCode.InvalidArguments,
            Refused(() => Asset("""{"action":"move","path":"Assets/New/N.mat","new_path":"Assets/N.txt"}""")).Code);
    }

    [Fact]
    public void A_copy_is_another_asset()
    {
        var made = Asset("""{"action":"create_material","path":"Assets/M.mat","color":[0,1,0]}""");
        var copy = Asset("""{"action":"copy","path":"Assets/M.mat","new_path":"Assets/C.mat"}""");
        Assert.NotEqual((string)made["guid"]!, (string)copy["guid"]!);
        Assert.Equal(Color.green, AssetDatabase.LoadAssetAtPath<Material>("Assets/C.mat")!.color);
        Assert.Equal(CallErrorCode.AlreadyExists,
            Refused(() => Asset("""{"action":"copy","path":"Assets/M.mat","new_path":"Assets/C.mat"}""")).Code);
    }

    [Fact]
    public void What_is_deleted_is_in_the_trash_with_its_GUID()
    {
        Asset("""{"action":"create_material","path":"Assets/M.mat"}""");
        var gone = Asset("""{"action":"delete","path":"Assets/M.mat"}""");
        Assert.True((bool)gone["trashed"]!);
        Assert.False(File.Exists(project.File("Assets/M.mat")));
        Assert.True(File.Exists(Path.Combine(project.TrashFolder, "M.mat")));
        Assert.True(File.Exists(Path.Combine(project.TrashFolder, "M.mat.meta")));
        Assert.Equal(CallErrorCode.NotFound, Refused(() => Asset("""{"action":"delete","path":"Assets/M.mat"}""")).Code);
        Assert.Equal(CallErrorCode.InvalidArguments, Refused(() => Asset("""{"action":"delete","path":"Assets"}""")).Code);
    }

    [Theory]
    [InlineData("Assets/../x.mat", CallErrorCode.InvalidArguments)]
    [InlineData("Packages/a/x.mat", CallErrorCode.OutsideProject)]
    [InlineData("Assets/a:b.mat", CallErrorCode.InvalidArguments)]
    public void Nothing_is_written_elsewhere(string path, CallErrorCode code)
    {
        var error = Refused(() =>
            AssetTool.Execute(new ToolArguments("unity_asset", new JObject { ["action"] = "create_material", ["path"] = path })));
        Assert.Equal(code, error.Code);
    }

    [Fact]
    public void Assets_are_found_by_word_type_label_and_folder()
    {
        Asset("""{"action":"create_material","path":"Assets/A/Red.mat"}""");
        Asset("""{"action":"create_material","path":"Assets/B/Red stone.mat"}""");
        AssetDatabase.SetLabels(AssetDatabase.LoadMainAssetAtPath("Assets/B/Red stone.mat")!, ["rock"]);
        string[] Found(string args) => Search(args)["assets"]!.Select(a => (string)a["assetPath"]!).ToArray();
        Assert.Equal(["Assets/A/Red.mat", "Assets/B/Red stone.mat"], Found("""{"asset_type":"Material"}"""));
        Assert.Equal(["Assets/B/Red stone.mat"], Found("""{"search_query":"red l:rock"}"""));
        Assert.Equal(["Assets/A/Red.mat"], Found("""{"search_query":"t:material","folder":"Assets/A"}"""));
        Assert.Empty(Found("""{"asset_type":"Texture2D"}"""));
        var page = Search("""{"asset_type":"Material","limit":1}""");
        Assert.Equal((2, "o1"), ((int)page["totalFound"]!, (string)page["nextCursor"]!));
        Assert.Equal(CallErrorCode.InvalidArguments, Refused(() => Search("""{"cursor":"x"}""")).Code);
    }

    [Fact]
    public void What_others_change_on_disk_is_there_after_a_refresh()
    {
        File.WriteAllText(project.File("Assets/Note.txt"), "hello");
        AssetDatabase.Refresh();
        Assert.Equal("hello", AssetDatabase.LoadAssetAtPath<TextAsset>("Assets/Note.txt")!.text);
        File.Delete(project.File("Assets/Note.txt"));
        AssetDatabase.Refresh();
        Assert.Null(AssetDatabase.LoadAssetAtPath<TextAsset>("Assets/Note.txt"));
    }
}
