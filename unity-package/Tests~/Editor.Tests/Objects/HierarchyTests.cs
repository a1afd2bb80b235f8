using Fairlead.Core;
using Fairlead.Editor.Addressing;
using UnityEditor;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace Fairlead.Editor.Tests.Objects;

[Collection(EngineCollection.Name)]
public sealed class HierarchyTests
{
    private readonly Desk desk = new();

    [Fact]
    public void A_cube_above_the_floor_is_there_with_its_parts()
    {
        var made = desk.Ok("unity_hierarchy", """{"action":"create","primitive_type":"Cube","position":[0,3,0]}""");
        Assert.Equal(["instanceId", "name", "path", "scene"], made.Properties().Select(p => p.Name));
        Assert.Equal(("Cube", "/Cube", "SampleScene"), ((string)made["name"]!, (string)made["path"]!, (string)made["scene"]!));
        var cube = Desk.Find("/Cube")!;
        Assert.Equal(ObjectIds.Of(cube), (string)made["instanceId"]!);
        Assert.Equal(new Vector3(0, 3, 0), cube.transform.position);
        Assert.Equal(["Transform", "MeshFilter", "BoxCollider", "MeshRenderer"], ObjectFacts.ComponentNames(cube));
        Assert.Equal(Vector3.one, cube.GetComponent<BoxCollider>().size);
        Assert.True(desk.Scene.IsDirty);
    }

    [Theory]
    [InlineData("Empty", "GameObject", "Transform")]
    [InlineData("Camera", "Camera", "Transform,Camera")]
    [InlineData("DirectionalLight", "Directional Light", "Transform,Light")]
    [InlineData("PointLight", "Point Light", "Transform,Light")]
    [InlineData("SpotLight", "Spot Light", "Transform,Light")]
    [InlineData("Sphere", "Sphere", "Transform,MeshFilter,SphereCollider,MeshRenderer")]
    [InlineData("Capsule", "Capsule", "Transform,MeshFilter,CapsuleCollider,MeshRenderer")]
    [InlineData("Plane", "Plane", "Transform,MeshFilter,MeshCollider,MeshRenderer")]
    public void Every_kind_of_object_has_its_name_and_parts(string type, string name, string parts)
    {
        desk.Ok("unity_hierarchy", $$"""{"action":"create","primitive_type":"{{type}}"}""");
        Assert.Equal(parts.Split(','), ObjectFacts.ComponentNames(Desk.Find("/" + name)!));
    }

    [Fact]
    public void New_siblings_are_numbered_and_a_given_name_is_kept()
    {
        desk.Ok("unity_hierarchy", """{"action":"create","primitive_type":"Cube"}""");
        Assert.Equal("Cube (1)", (string)desk.Ok("unity_hierarchy", """{"action":"create","primitive_type":"Cube"}""")["name"]!);
        Assert.Equal("Cube", (string)desk.Ok("unity_hierarchy", """{"action":"create","primitive_type":"Cube","name":"Cube"}""")["name"]!);
        var error = desk.Fails("unity_hierarchy", """{"action":"rename","instance_id":"/Cube","name":"A"}""", CallErrorCode.Ambiguous);
        Assert.Equal(2, ((JArray)error.Data!["matches"]!).Count);
        Assert.Equal(["instanceId", "path", "scene", "siblingIndex"],
            ((JObject)error.Data["matches"]![0]!).Properties().Select(p => p.Name));
    }

    [Fact]
    public void Create_below_a_parent_places_locally_and_adds_components()
    {
        desk.Ok("unity_hierarchy", """{"action":"create","name":"Base","position":[10,0,0]}""");
        var made = desk.Ok("unity_hierarchy",
            """
            {"action":"create","name":"Tip","parent_id":"/Base","position":[1,2,3],"rotation":[0,90,0],"scale":[2,2,2],
             "components":["Rigidbody","BoxCollider"]}
            """);
        Assert.Equal("/Base/Tip", (string)made["path"]!);
        var tip = Desk.Find("/Base/Tip")!;
        Assert.Equal(new Vector3(11, 2, 3), tip.transform.position);
        Assert.NotNull(tip.GetComponent<Rigidbody>());
        var error = desk.Fails("unity_hierarchy", """{"action":"create","components":["Rigidbdy"]}""", CallErrorCode.UnknownType);
        Assert.Equal("Rigidbody", (string)error.Data!["nearest"]![0]!);
        Assert.Null(Desk.Find("/GameObject"));
    }

    [Fact]
    public void A_copy_stands_beside_the_original_and_points_into_itself()
    {
        desk.Ok("unity_hierarchy", """{"action":"create","name":"A"}""");
        desk.Ok("unity_hierarchy", """{"action":"create","name":"Body","parent_id":"/A","components":["Rigidbody"]}""");
        desk.Ok("unity_hierarchy", """{"action":"create","name":"Door","parent_id":"/A","components":["HingeJoint"]}""");
        desk.Ok("unity_component",
            """{"action":"modify","game_object_id":"/A/Door","component_type":"HingeJoint","properties":{"connectedBody":"/A/Body"}}""");
        var copy = desk.Ok("unity_hierarchy", """{"action":"duplicate","instance_id":"/A","name":"B","position":[5,0,0]}""");
        Assert.Equal("/B", (string)copy["path"]!);
        Assert.Equal(Desk.Find("/B/Body"), Desk.Find("/B/Door")!.GetComponent<HingeJoint>().connectedBody.gameObject);
        Assert.Equal(new Vector3(5, 0, 0), Desk.Find("/B")!.transform.position);
    }

    [Fact]
    public void Destroying_counts_children_and_undo_brings_everything_back()
    {
        desk.Ok("unity_hierarchy", """{"action":"create","name":"A","components":["Rigidbody"]}""");
        desk.Ok("unity_hierarchy", """{"action":"create","name":"B","parent_id":"/A"}""");
        desk.Ok("unity_hierarchy", """{"action":"create","name":"Z"}""");
        var id = ObjectIds.Of(Desk.Find("/A")!);
        Assert.Equal(2, (int)desk.Ok("unity_hierarchy", """{"action":"destroy","instance_id":"/A"}""")["destroyedCount"]!);
        Assert.Null(Desk.Find("/A"));
        desk.Fails("unity_hierarchy", $$"""{"action":"destroy","instance_id":"{{id}}"}""", CallErrorCode.NotFound);
        desk.Ok("unity_undo", """{"action":"undo"}""");
        Assert.Equal(id, ObjectIds.Of(Desk.Find("/A")!));
        Assert.NotNull(Desk.Find("/A/B"));
        Assert.NotNull(Desk.Find("/A")!.GetComponent<Rigidbody>());
        Assert.Equal(0, Desk.Find("/A")!.transform.GetSiblingIndex());
    }

    [Fact]
    public void Reparenting_keeps_the_place_in_the_world_unless_told_otherwise()
    {
        desk.Ok("unity_hierarchy", """{"action":"create","name":"P","position":[10,0,0],"rotation":[0,90,0],"scale":[2,2,2]}""");
        desk.Ok("unity_hierarchy", """{"action":"create","name":"C","position":[1,2,3]}""");
        var moved = desk.Ok("unity_hierarchy", """{"action":"reparent","instance_id":"/C","parent_id":"/P"}""");
        Assert.Equal((ObjectIds.Of(Desk.Find("/P")!), 0), ((string)moved["parentId"]!, (int)moved["siblingIndex"]!));
        Assert.True((Desk.Find("/P/C")!.transform.position - new Vector3(1, 2, 3)).magnitude < 1e-4f);
        var back = desk.Ok("unity_hierarchy", """{"action":"reparent","instance_id":"/P/C","parent_id":null,"sibling_index":0}""");
        Assert.Equal(((string?)null, 0), ((string?)back["parentId"], (int)back["siblingIndex"]!));
        desk.Ok("unity_hierarchy", """{"action":"reparent","instance_id":"/C","parent_id":"/P","world_position_stays":false}""");
        desk.Fails("unity_hierarchy", """{"action":"reparent","instance_id":"/P","parent_id":"/P/C"}""", CallErrorCode.InvalidArguments);
        foreach (var root in new[] { "null", "", "/", "root" })
        {
            var args = $$"""{"action":"reparent","instance_id":"/P/C","parent_id":"{{root}}"}""";
            var error = desk.Fails("unity_hierarchy", args, CallErrorCode.InvalidArguments);
            Assert.Contains("Write null, without quotes", error.Message);
        }
        desk.Ok("unity_undo", """{"action":"undo","steps":3}""");
        Assert.Equal(1, Desk.Find("/C")!.transform.GetSiblingIndex());
        Assert.True((Desk.Find("/C")!.transform.localPosition - new Vector3(1, 2, 3)).magnitude < 1e-4f);
    }

    [Fact]
    public void Objects_change_scenes_and_come_back()
    {
        SceneTable.Add("Level2", "Assets/Scenes/Level2.unity");
        desk.Ok("unity_hierarchy", """{"action":"create","name":"A"}""");
        Assert.Equal("Level2",
            (string)desk.Ok("unity_hierarchy", """{"action":"move_scene","instance_id":"/A","target_scene":"Level2"}""")["scene"]!);
        Assert.NotNull(ScenePaths.Find("/Level2:/A").Single());
        var error = desk.Fails("unity_hierarchy", """{"action":"move_scene","instance_id":"/A","target_scene":"Level3"}""",
            CallErrorCode.NotFound);
        Assert.Equal(2, ((JArray)error.Data!["loaded"]!).Count);
        desk.Ok("unity_undo", """{"action":"undo"}""");
        Assert.Equal("SampleScene", Desk.Find("/A")!.scene.name);
    }

    [Fact]
    public void Showing_tagging_and_moving_answer_with_before_and_after()
    {
        desk.Ok("unity_hierarchy", """{"action":"create","name":"A","position":[0,3,0]}""");
        var hidden = desk.Ok("unity_hierarchy", """{"action":"set_active","instance_id":"/A","active":false}""");
        Assert.Equal((true, false), ((bool)hidden["previousActive"]!, (bool)hidden["active"]!));
        var moved = desk.Ok("unity_hierarchy", """{"action":"set_transform","instance_id":"/A","position":[0,5,0],"rotation":[0,-30,0]}""");
        Assert.Equal("{\"position\":[0,3,0],\"rotation\":[0,0,0],\"scale\":[1,1,1]}",
            moved["previous"]!.ToString(Newtonsoft.Json.Formatting.None));
        Assert.Equal("{\"position\":[0,5,0],\"rotation\":[0,330,0],\"scale\":[1,1,1]}",
            moved["current"]!.ToString(Newtonsoft.Json.Formatting.None));
        desk.Fails("unity_hierarchy", """{"action":"set_transform","instance_id":"/A"}""", CallErrorCode.InvalidArguments);
        var tagged = desk.Ok("unity_hierarchy", """{"action":"set_tag_layer","instance_id":"/A","tag":"Player","layer":"UI"}""");
        Assert.Equal(("Untagged", "Player", "Default", "UI"),
            ((string)tagged["previousTag"]!, (string)tagged["tag"]!, (string)tagged["previousLayer"]!, (string)tagged["layer"]!));
        var error = desk.Fails("unity_hierarchy", """{"action":"set_tag_layer","instance_id":"/A","tag":"Plyer"}""",
            CallErrorCode.NotFound);
        Assert.Contains("Player", error.Data!["available"]!.Values<string>());
    }

    [Fact]
    public void Objects_are_found_by_id_path_and_global_id_and_near_names_are_told()
    {
        desk.Ok("unity_hierarchy", """{"action":"create","name":"Door/Left"}""");
        var door = Desk.Find("/Door/Left")!;
        Assert.Equal(door, ObjectFinder.Need(ObjectIds.Of(door)));
        Assert.Equal(door, ObjectFinder.Need(ObjectIds.Of(door.transform)));
        Assert.Equal(door, ObjectFinder.Need("/SampleScene:/Door/Left"));
        Assert.Equal(door, ObjectFinder.Need(GlobalObjectId.GetGlobalObjectIdSlow(door).ToString()));
        var error = desk.Fails("unity_hierarchy", """{"action":"destroy","instance_id":"/Door/Lft"}""", CallErrorCode.NotFound);
        Assert.Equal("/Door/Left", (string)error.Data!["nearest"]![0]!);
        desk.Fails("unity_hierarchy", """{"action":"destroy","instance_id":"Door"}""", CallErrorCode.NotFound);
        desk.Fails("unity_hierarchy", """{"action":"destroy","instance_id":"GlobalObjectId_V1-2-00000000000000000000000000000000-99-0"}""",
            CallErrorCode.NotFound);
        desk.Fails("unity_hierarchy", """{"action":"explode","instance_id":"/A"}""", CallErrorCode.InvalidArguments);
    }
}
